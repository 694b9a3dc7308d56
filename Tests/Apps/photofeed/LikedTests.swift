import FeedAPI
import FeedTestSupport
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("PhotoFeed lists what one likes")
struct LikedTests {
    /// The ids of the posts on the screen.
    private func posts(_ pilot: SessionPilot) throws -> [String] {
        try pilot.screen().allBlocks.flatMap { block in
            guard case .list(let list) = block else { return [String]() }
            return list.rows.map(\.id)
        }
    }

    @Test("a post is there while one likes it, without a network too")
    func list() async throws {
        let fixture = try await PhotoFeedFixture()
        let liked = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let fresh = try await client.publicFeed().elements.filter { !$0.isLiked }
            let (first, second) = (try #require(fresh.first), try #require(fresh.last))
            try #require(first.id != second.id)
            _ = try await client.like(first.id)
            _ = try await client.like(second.id)
            try await pilot.open("liked")
            try await pilot.wait("the one that was liked last first") {
                (try? self.posts(pilot).prefix(2)) == [second.id.text, first.id.text]
            }
            try pilot.session.send(.act("unlike", target: second.id.text))
            await pilot.session.settle()
            try await pilot.choose("Refresh")
            try await pilot.wait("the other one") {
                (try? self.posts(pilot).first) == first.id.text
            }
            return try self.posts(pilot)
        }
        fixture.stopServer()
        try await fixture.run(at: "liked") { pilot in
            try await pilot.wait("what was seen") { (try? self.posts(pilot)) == liked }
        }
        await fixture.networker.stop()
    }
}
