import FeedTestSupport
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// What is being written, in the real program.
@Suite("PhotoFeed keeps what is being written")
struct WritingTests {
    private func write(_ text: String, _ pilot: SessionPilot) async throws {
        try await pilot.open("write")
        try await pilot.fill("Text", with: .text(text))
    }

    @Test("after it is left and after a restart, until it is posted")
    func restart() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await write("At the lake", pilot)
            try await pilot.fill("Warning", with: .text("Water"))
            try await pilot.fill("Who sees it", with: .choice("Those who follow me"))
            try await pilot.back()
            #expect(pilot.session.questions.isEmpty)
            try await pilot.open("write")
            #expect(pilot.sees("At the lake"))
        }
        try await fixture.run { pilot in
            try await pilot.wait(for: "Photograph")
            try await pilot.open("write")
            try await pilot.wait(for: "At most 500 characters.")
            #expect(pilot.sees("At the lake"))
            #expect(pilot.sees("Water"))
            #expect(pilot.sees("Discard"))
            try await pilot.choose("Post")
            try await pilot.wait("the post on top") {
                (try? pilot.firstRow().title)?.contains("Water") == true
            }
            try await pilot.open("write")
            try await pilot.wait(for: "At most 500 characters.")
            #expect(!pilot.sees("At the lake"))
            #expect(!pilot.sees("Discard"))
        }
        await fixture.networker.stop()
    }

    @Test("when the program is killed a moment later")
    func killed() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        let program = try HeadlessPhotoFeed(
            fixture.environment, output: "\(fixture.folder.path)/headless")
        try await program.says(#""location":"feed""#)
        try program.ask(#"{"do":"open","location":"write"}"#)
        try await program.says(#""id":"warning""#)
        for text in ["At", "At the", "At the lake"] {
            try program.ask(#"{"do":"edit","fields":{"text":"\#(text)"}}"#)
        }
        try await program.says("At the lake")
        try await until("the last words in the file") {
            try fixture.keepsDraft(with: "At the lake")
        }
        program.kill()
        try await fixture.run(at: "write") { pilot in
            try await pilot.wait(for: "At the lake")
        }
        await fixture.networker.stop()
    }

    @Test("when the server ends the sign-in, for the same person")
    func endedSignIn() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await write("At the lake", pilot)
            try await fixture.revoke()
            try await pilot.choose("Post")
            try await pilot.open("feed")
            try await pilot.wait(for: "Sign in again")
            try await pilot.open("write")
            try await pilot.fill("Text", with: .text("In the woods"))
            try await pilot.open("feed")
            try await pilot.choose("Sign in again")
            try await pilot.wait(for: "Continue")
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("write")
            #expect(pilot.sees("In the woods"))
        }
        await fixture.networker.stop()
    }

    @Test("for each post that is answered, until it is discarded or the person logs out")
    func endings() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let post = try pilot.firstRow().id
            try await write("At the lake", pilot)
            try await pilot.open("write:\(post)")
            #expect(!pilot.sees("At the lake"))
            try await pilot.fill("Text", with: .text("Where is it?"))
            try await pilot.choose("Discard")
            try await pilot.answer(.cancel)
            #expect(pilot.sees("Where is it?"))
            try await pilot.choose("Discard")
            try await pilot.answer(.confirm)
            try await pilot.open("write:\(post)")
            #expect(!pilot.sees("Where is it?"))
            try await pilot.open("logout")
            try await pilot.wait(for: "1 thing has not been sent yet")
            try await pilot.choose("Log out")
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("write")
            try await pilot.wait(for: "At most 500 characters.")
            #expect(!pilot.sees("At the lake"))
        }
        await fixture.networker.stop()
    }
}
