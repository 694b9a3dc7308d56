import FeedAPI
import FeedTestSupport
import Foundation
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("PhotoFeed against photofeed-server")
struct PhotoFeedTests {
    @Test("signs in by a code, shows the feed, and leaves nothing behind when one logs out")
    func signInAndOut() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            #expect(pilot.sees("Sign in"))
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            #expect(try pilot.screen().location == Location(parsing: "feed"))
            let token = try #require(fixture.token())
            let files = FileManager.default
            let path = "\(fixture.folder.path)/home/.local/share/photofeed/tokens/1"
            let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await pilot.open("logout")
            #expect(pilot.sees("@ana@127.0.0.1"))
            try await pilot.choose("Log out")
            try await pilot.wait(for: "Continue")
            #expect(pilot.session.container[.signing]?.isSignedIn == false)
            #expect(!files.fileExists(atPath: path))
            #expect(!pilot.session.canGoBack)
            let client = try FeedClient(fixture.address, fixture.networker, token: token)
            #expect(await feedError { try await client.ownAccount() }?.isSignedOut == true)
        }
        await fixture.networker.stop()
    }

    @Test("a wrong code is said to be one, and the next one counts")
    func wrongCode() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.ask(pilot)
            try await pilot.fill("Code", with: .secret("not-the-code"))
            try await pilot.choose("Sign in with the code")
            try await pilot.wait(for: "127.0.0.1 does not take this code")
            #expect(pilot.sees("Open the page again"))
            try await fixture.enterCode("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        await fixture.networker.stop()
    }

    @Test("signs in by a browser of this machine, and then shows what was asked for")
    func browserAndDeepLink() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run(at: "photofeed://user:self") { pilot in
            #expect(pilot.sees("Sign in"))
            try await pilot.fill("Server", with: .text(fixture.address))
            try await pilot.choose("Continue")
            try await pilot.wait(for: "Sign in with a browser")
            try pilot.session.send(.act("browser"))
            try await pilot.wait("a page to be opened") { !pilot.links.addresses.isEmpty }
            let page = try #require(pilot.links.addresses.first)
            let answer = try await fixture.allow(page, name: "ana")
            let back = try WebAddress(try #require(answer["location"]))
            _ = try await LoopbackHTTP(port: back.port).send(
                "GET", "\(back.path)?\(back.query ?? "")")
            try await pilot.wait(for: "Followers")
            #expect(try pilot.screen().location == Location(parsing: "user:self"))
            #expect(pilot.sees("Ana Almeida"))
            try await pilot.back()
            #expect(try pilot.screen().location == Location(parsing: "feed"))
        }
        await fixture.networker.stop()
    }

    @Test("keeps two accounts apart, and goes from one to the other")
    func accounts() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("profile")
            try await pilot.wait(for: "Ana Almeida")
            try await pilot.open("menu")
            try await pilot.choose("Add an account")
            try await fixture.signIn("yara", pilot)
            try await pilot.wait("to be in the other feed") {
                (try? pilot.screen().location.description) == "feed"
            }
            try await pilot.open("profile")
            try await pilot.wait(for: "Yara Almeida")
            #expect(!pilot.sees("Ana Almeida"))
            try await pilot.open("menu")
            try await pilot.wait(for: "Ana Almeida")
            #expect(pilot.sees("in use", on: "Yara Almeida"))
            try await pilot.choose("Use this account", on: "Ana Almeida")
            try await pilot.wait("to be in the first feed") {
                (try? pilot.screen().location.description) == "feed"
            }
            try await pilot.open("profile")
            try await pilot.wait(for: "Ana Almeida")
            #expect(!pilot.sees("Yara Almeida"))
        }
        await fixture.networker.stop()
    }

    @Test("shows what was seen without a network, and sends a like once when there is one again")
    func offline() async throws {
        let fixture = try await PhotoFeedFixture()
        let (row, likes) = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let row = try pilot.firstRow()
            try await pilot.act("open", on: row)
            try await pilot.wait(for: "Likes")
            let id = try #require(PostID(row.id))
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            return (row, try await client.post(id).likes)
        }
        fixture.stopServer()
        try await fixture.run { pilot in
            try await pilot.wait(for: row.title)
            #expect(try pilot.firstRow().id == row.id)
            try await pilot.wait(for: "As it was seen last.")
            try pilot.session.send(.act("like", target: row.id))
            try await pilot.wait("the like to show") {
                (try? pilot.firstRow().badge?.text) == "liked"
            }
            await pilot.session.settle()
            #expect(pilot.notices.contains { $0.hasPrefix("Not sent yet:") })
            try await pilot.open("menu")
            try await pilot.wait(for: "Still to be sent")
        }
        try fixture.startServer()
        try await fixture.run { pilot in
            try await pilot.wait(for: row.title)
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            try await pilot.open("menu")
            try await pilot.wait("what waited to be sent") { !pilot.sees("Still to be sent") }
            let id = try #require(PostID(row.id))
            let post = try await client.post(id)
            #expect(post.isLiked)
            #expect(post.likes == likes + 1)
        }
        await fixture.networker.stop()
    }

    @Test("asks to sign in again when the server has ended the sign-in, and keeps what was seen")
    func endedSignIn() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        try await fixture.revoke()
        try await fixture.run { pilot in
            try await pilot.wait(for: "Sign in again")
            #expect(pilot.sees("Photograph"))
            try await pilot.choose("Sign in again")
            try await pilot.wait(for: "Continue")
            try await pilot.wait(for: fixture.address)
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("menu")
            #expect(try pilot.firstRow().title == "Ana Almeida")
        }
        await fixture.networker.stop()
    }

    @Test("writes, comments and deletes")
    func writing() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("write")
            try await pilot.choose("Post")
            #expect(pilot.sees("Write something, or choose a photograph."))
            try await pilot.fill("Text", with: .text("The fog lifts. #fog"))
            try await pilot.choose("Post")
            try await pilot.wait("the feed") {
                (try? pilot.screen().location.description) == "feed"
            }
            try await pilot.wait("the post on top") {
                (try? pilot.firstRow().title) == "The fog lifts. #fog"
            }
            #expect(pilot.notices.contains("Posted."))
            let row = try pilot.firstRow()
            try await pilot.act("open", on: row)
            try await pilot.wait(for: "Comment")
            try await pilot.choose("Comment")
            try await pilot.fill("Text", with: .text("So it does."))
            try await pilot.choose("Post")
            try await pilot.wait(for: "So it does.")
            // The comment says what it is about, and leads there.
            let comments = try pilot.screen().allBlocks.compactMap { block -> ListBlock? in
                if case .list(let list) = block { list } else { nil }
            }
            let comment = try #require(comments.first?.rows.first)
            try await pilot.open("post:\(comment.id)")
            try await pilot.wait(for: "In answer to")
            #expect(pilot.sees("Ana Almeida: The fog lifts. #fog"))
            try await pilot.back()
            try await pilot.wait(for: "So it does.")
            try await pilot.choose("Delete")
            try await pilot.answer(.confirm)
            try await pilot.wait("the post to be gone") {
                (try? pilot.firstRow().id) != row.id && pilot.sees("Photograph")
            }
        }
        await fixture.networker.stop()
    }

    @Test("runs in the front ends that are linked")
    func executables() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        let line = Program(built: "photofeed", environment: fixture.environment)
        let shown = try await line.run(["--open", "photofeed://user:self"])
        #expect(shown.status == 0)
        #expect(shown.output.contains("Ana Almeida"))
        #expect(shown.output.contains("Followers"))
        let headless = Program(built: "photofeed-headless", environment: fixture.environment)
        let said = try await headless.run([], input: #"{"do":"settle"}"# + "\n")
        #expect(said.status == 0)
        #expect(said.output.contains(#""location":"feed""#))
        let wrong = try await line.run(["--open", "nothing:here"])
        #expect((wrong.output + wrong.errors).contains("nothing:here"))
        await fixture.networker.stop()
    }
}
