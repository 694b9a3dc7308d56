import FeedAPI
import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// Following people, and following them no longer.
@Suite("PhotoFeed follows people")
struct FollowTests {
    @Test("it shows at once and is sent once, also when there was no network for a while")
    func follow() async throws {
        let fixture = try await PhotoFeedFixture()
        let zoe = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let zoe = try await client.account(handle: "zoe").id
            _ = try await client.unfollow(zoe)
            try await pilot.open("user:\(zoe)")
            try await pilot.wait("it to be offered") { pilot.offers("Follow") }
            try await pilot.choose("Follow")
            try await pilot.wait(for: "Unfollow")
            await pilot.session.settle()
            #expect(try await client.relationships(with: [zoe]).first?.isFollowing == true)
            return zoe
        }
        fixture.stopServer()
        try await fixture.run(at: "user:\(zoe)") { pilot in
            try await pilot.wait(for: "Unfollow")
            try await pilot.choose("Unfollow")
            #expect(pilot.notices.contains { $0.hasPrefix("Not sent yet:") })
            try await pilot.wait("it to show") { pilot.offers("Follow") }
        }
        try fixture.startServer()
        try await fixture.run { pilot in
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            try await pilot.open("menu")
            try await pilot.wait(for: "in use")
            try await pilot.wait("nothing to wait") { !pilot.sees("Still to be sent") }
            #expect(try await client.relationships(with: [zoe]).first?.isFollowing == false)
            try await pilot.open("user:\(zoe)")
            try await pilot.wait("it to be offered") { pilot.offers("Follow") }
        }
        await fixture.networker.stop()
    }

    @Test("it goes back when the server refuses it")
    func refused() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let zoe = try await client.account(handle: "zoe").id
            _ = try await client.unfollow(zoe)
            try await pilot.open("user:\(zoe)")
            try await pilot.wait("it to be offered") { pilot.offers("Follow") }
            // Zoe is gone before the server is asked.
            try fixture.change("DELETE FROM account WHERE name = 'zoe'")
            try pilot.session.send(.act("follow"))
            try await pilot.wait("to be told") { !pilot.session.questions.isEmpty }
            try await pilot.answer(.cancel)
            try await pilot.wait("it to be taken back") { pilot.offers("Follow") }
            try await pilot.open("menu")
            try await pilot.wait(for: "in use")
            #expect(!pilot.sees("Still to be sent"))
        }
        await fixture.networker.stop()
    }
}
