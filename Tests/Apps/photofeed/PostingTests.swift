import FeedAPI
import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// Posting photographs.
@Suite("PhotoFeed posts photographs")
struct PostingTests {
    /// A photograph of the server, as a file.
    private func addPhotograph(_ fixture: PhotoFeedFixture, _ pilot: SessionPilot) async throws {
        let address = try WebAddress("\(fixture.address)/pictures/people/1.png")
        let call = try NetworkCall(method: "GET", address, fields: [])
        let bytes = try await fixture.networker.perform(call).body
        pilot.files["/lake.png"] = bytes.withUnsafeBytes { SecretText(utf8: $0) }
    }

    /// Signs in, and opens a new post, beside a photograph.
    private func beginPost(_ fixture: PhotoFeedFixture, _ pilot: SessionPilot) async throws {
        try await fixture.signIn("ana", pilot)
        try await pilot.wait(for: "Photograph")
        try await addPhotograph(fixture, pilot)
        try await pilot.open("write")
        try await pilot.wait(for: "At most 500 characters.")
    }

    @Test("one without a description is asked about, and posted with it")
    func posting() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await beginPost(fixture, pilot)
            try await pilot.fill("Text", with: .text("At the lake"))
            try await pilot.fill("Photograph", with: .file("/lake.png"))
            try await pilot.choose("Post")
            try await pilot.answer(.cancel)
            #expect(try pilot.screen().location == Location(parsing: "write"))
            try await pilot.fill(
                "Description of photograph 1", with: .text("A lake in the morning."))
            try await pilot.choose("Post")
            try await pilot.wait("the feed") {
                (try? pilot.screen().location.description) == "feed"
            }
            try await pilot.wait("the post on top") {
                (try? pilot.firstRow().title) == "At the lake"
            }
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let post = try await client.post(#require(PostID(pilot.firstRow().id)))
            #expect(post.media.map(\.description) == ["A lake in the morning."])
        }
        await fixture.networker.stop()
    }

    @Test(
        "several, each with its own description, after a restart and in the order they were added")
    func several() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await beginPost(fixture, pilot)
            for number in 1...4 {
                try await pilot.fill("Photograph", with: .file("/lake.png"))
                try await pilot.choose("Add the photograph")
                try await pilot.fill(
                    "Description of photograph \(number)", with: .text("Lake \(number)"))
            }
            #expect(!pilot.sees("Add the photograph"))
            try await pilot.fill(
                "What stays visible of photograph 3", with: .choice("The top"))
            try await pilot.fill("Cover the photographs at first", with: .toggle(true))
            try await pilot.choose("Remove", on: "Photograph 2")
            #expect(pilot.sees("Add the photograph"))
        }
        try await fixture.run(at: "feed") { pilot in
            try await pilot.open("write")
            try await pilot.wait(for: "Lake 4")
            #expect(!pilot.sees("Lake 2"))
            try await pilot.choose("Post")
            #expect(pilot.session.questions.isEmpty)
            try await pilot.wait("the feed") {
                (try? pilot.screen().location.description) == "feed"
            }
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let own = try await client.ownAccount().id
            let post = try #require(try await client.posts(of: own).elements.first)
            #expect(post.media.map(\.description) == ["Lake 1", "Lake 3", "Lake 4"])
            #expect(post.media.map(\.focus.y) == [0, 1, 0])
            #expect(post.isSensitive)
        }
        await fixture.networker.stop()
    }

    @Test("what is too long for the server is said in its field, and nothing is sent or lost")
    func tooLong() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("write")
            try await pilot.wait(for: "At most 500 characters.")
            let address = "https://example.org/\(String(repeating: "a", count: 400))"
            try await pilot.fill(
                "Text", with: .text("\(String(repeating: "b", count: 477)) \(address)"))
            try await pilot.choose("Post")
            try await pilot.wait(for: "This has 501 characters; the server takes 500.")
            try await pilot.fill(
                "Text", with: .text("\(String(repeating: "b", count: 476)) \(address)"))
            try await pilot.choose("Post")
            try await pilot.wait("the feed") {
                (try? pilot.screen().location.description) == "feed"
            }
        }
        await fixture.networker.stop()
    }

    @Test("one that cannot be sent waits with its words, and is posted once")
    func outbox() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await addPhotograph(fixture, pilot)
            fixture.stopServer()
            try await pilot.open("write")
            try await pilot.fill("Photograph", with: .file("/lake.png"))
            try await pilot.choose("Add the photograph")
            try await pilot.fill("Description of photograph 1", with: .text("A lake."))
            try await pilot.choose("Post")
            #expect(pilot.notices.contains { $0.hasPrefix("Not sent yet:") })
            try await pilot.open("menu")
            try await pilot.wait(for: "A photograph")
        }
        try fixture.startServer()
        try await fixture.run(at: "menu") { pilot in
            try await pilot.wait(for: "in use")
            try await pilot.wait("what waited to be sent") { !pilot.sees("Still to be sent") }
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let own = try await client.ownAccount().id
            let posts = try await client.posts(of: own).elements
            #expect(posts.count { $0.media.map(\.description) == ["A lake."] } == 1)
        }
        await fixture.networker.stop()
    }

    @Test("how much of them was sent is seen where one writes, and in the menu")
    func progress() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            let silent = try await beginSilentPost(fixture, pilot)
            let sending = Task { try await pilot.choose("Post") }
            try await pilot.wait("all of it sent") {
                guard let screen = try? pilot.screen() else { return false }
                return screen.blocks.contains {
                    if case .progress(let progress) = $0 { progress.fraction == 1 } else { false }
                }
            }
            #expect(pilot.sees("Sending the photographs"))
            let leaving = Task { try await pilot.open("menu") }
            try await pilot.wait("how far it is") {
                pilot.sees("Do not send") && pilot.sees("100 %")
            }
            try await pilot.choose("Do not send", on: "A photograph")
            try await pilot.wait("nothing to send") { !pilot.sees("100 %") }
            try await sending.value
            try await leaving.value
            withExtendedLifetime(silent) {}
        }
        await fixture.networker.stop()
    }

    @Test("the sending of photographs can be stopped where one writes, and nothing is lost")
    func stopped() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            let silent = try await beginSilentPost(fixture, pilot)
            let sending = Task { try await pilot.choose("Post") }
            try await pilot.wait(for: "Sending the photographs")
            try await pilot.choose("Stop sending")
            try await sending.value
            #expect(!pilot.sees("Sending the photographs") && pilot.sees("A lake."))
            #expect(pilot.sees("lake.png", on: "Photograph 1"))
            try await pilot.open("menu")
            try await pilot.wait(for: "in use")
            #expect(!pilot.sees("Still to be sent"))
            withExtendedLifetime(silent) {}
        }
        await fixture.networker.stop()
    }

    /// Goes to a new post, and attaches the photograph, which a server takes that does not answer.
    ///
    /// - Returns: The server, which takes the place of the present one for as long as it is kept.
    private func beginSilentPost(
        _ fixture: PhotoFeedFixture, _ pilot: SessionPilot
    ) async throws -> RawServer {
        try await beginPost(fixture, pilot)
        try await pilot.fill("Photograph", with: .file("/lake.png"))
        try await pilot.choose("Add the photograph")
        try await pilot.fill("Description of photograph 1", with: .text("A lake."))
        let silent = try fixture.replaceServer { _, request in
            request.target == "/api/v2/media"
                ? [.pause(.seconds(600))]
                : [.json(#"{"error": "No"}"#, status: "404 Not Found")]
        }
        // A connection to the former server, of whose end the client has not heard yet, would end
        // the upload.
        let look = try NetworkCall(method: "GET", WebAddress(fixture.address), fields: [])
        for _ in 0..<3 {
            try await until("an answer of the silent server") {
                (try? await fixture.networker.perform(look)) != nil
            }
        }
        return silent
    }

    @Test("what is no photograph is refused with words, and the text is still there")
    func badPicture() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            pilot.files["/lake.png"] = SecretText("hello")
            try await pilot.open("write")
            try await pilot.fill("Text", with: .text("At the lake"))
            try await pilot.fill("Photograph", with: .file("/lake.png"))
            try await pilot.choose("Post")
            try await pilot.answer(.confirm)
            try await pilot.wait(for: "could not process the picture")
            #expect(pilot.sees("At the lake"))
            #expect(pilot.sees("lake.png", on: "Photograph 1"))
            try await pilot.open("menu")
            try await pilot.wait(for: "in use")
            #expect(!pilot.sees("Still to be sent"))
        }
        await fixture.networker.stop()
    }
}
