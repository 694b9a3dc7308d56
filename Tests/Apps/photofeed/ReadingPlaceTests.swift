import FeedAPI
import FeedTestSupport
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// The place that one reads at moves by reading alone.
@Suite("PhotoFeed keeps the place one reads at, to the row")
struct ReadingPlaceTests {
    @Test("in the feed: through a refresh, news above, a deletion above, and a restart")
    func feed() async throws {
        let fixture = try await PhotoFeedFixture()
        let read = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let other = try await fixture.somebodyElse("yara")
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            _ = try await client.follow(other.ownAccount().id)
            let above = try await other.publish(PostDraft("Above what is read"))
            try await pilot.wait(for: "Show 1 new post")
            try await pilot.choose("Show 1 new post")
            try await pilot.wait(for: "Above what is read")
            try await pilot.makeLonger("posts", than: 70)
            let seen = try await pilot.show("posts", 30..<60)
            // Rows are asked for from above the first one in sight.
            let read = seen.rows[12].id
            try await pilot.send(.reading("posts", row: read))
            try await pilot.choose("Refresh")
            #expect(try pilot.list("posts").rows.map(\.id) == seen.rows.map(\.id))
            _ = try await other.publish(PostDraft("New above"))
            try await pilot.wait(for: "1 new post is waiting above.")
            #expect(try pilot.list("posts").rows.map(\.id) == seen.rows.map(\.id))
            #expect(try pilot.list("posts").offset == 30)
            try await other.delete(above.id)
            try await pilot.wait("the post to be gone") {
                (try? pilot.list("posts").total) == seen.total - 1
            }
            #expect(try pilot.list("posts").rows.map(\.id) == seen.rows.map(\.id))
            #expect(try pilot.list("posts").offset == 29)
            // More rows around it move nothing.
            _ = try await pilot.show("posts", 10..<60)
            return read
        }
        fixture.stopServer()
        try await fixture.run(at: "feed") { pilot in
            try await pilot.wait("the list") { (try? pilot.list("posts")) != nil }
            #expect(try pilot.list("posts").rows.first?.id == read)
            #expect(try pilot.list("posts").offset == 41)
        }
        await fixture.networker.stop()
    }

    @Test("in a list without news: older pages stay, on the way back and without a network")
    func liked() async throws {
        let fixture = try await PhotoFeedFixture()
        let (read, total) = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("liked")
            try await pilot.wait("the list") { (try? pilot.list("posts")) != nil }
            try await pilot.makeLonger("posts", than: 70)
            let seen = try await pilot.show("posts", 40..<70)
            let read = seen.rows[5].id
            try await pilot.send(.reading("posts", row: read))
            try await pilot.act("open", on: seen.rows[5])
            try await pilot.back()
            // Whatever was asked for above it, one comes back to the row that one reads at.
            try await pilot.wait("the place") {
                (try? pilot.list("posts").rows.first?.id) == read
            }
            #expect(try pilot.list("posts").offset == 45)
            try await pilot.choose("Refresh")
            #expect(try pilot.list("posts").rows.first?.id == read)
            #expect(try pilot.list("posts").total == seen.total)
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let fresh = try await client.publicFeed().elements.first { !$0.isLiked }
            _ = try await client.like(try #require(fresh).id)
            try await pilot.choose("Refresh")
            try await pilot.wait("the new one above") {
                (try? pilot.list("posts").total) == seen.total + 1
            }
            #expect(try pilot.list("posts").rows.first?.id == read)
            #expect(try pilot.list("posts").offset == 46)
            return (read, seen.total + 1)
        }
        fixture.stopServer()
        try await fixture.run(at: "liked") { pilot in
            try await pilot.wait("the list") { (try? pilot.list("posts")) != nil }
            #expect(try pilot.list("posts").rows.first?.id == read)
            #expect(try pilot.list("posts").total == total)
        }
        await fixture.networker.stop()
    }

    @Test("where a front end says nothing of it, the place is where its last window began")
    func windows() async throws {
        let fixture = try await PhotoFeedFixture()
        let read = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.makeLonger("posts", than: 50)
            return try await pilot.show("posts", 20..<40).rows.first?.id
        }
        try await fixture.run(at: "feed") { pilot in
            try await pilot.wait("the list") { (try? pilot.list("posts")) != nil }
            #expect(try pilot.list("posts").rows.first?.id == read)
        }
        await fixture.networker.stop()
    }
}

extension SessionPilot {
    /// A list on the screen.
    fileprivate func list(_ id: String) throws -> ListBlock {
        for case .list(let list) in try screen().allBlocks where list.id == id { return list }
        throw TestingError.unmet("the list \(id)", seen: see())
    }

    /// Asks for older elements until there are enough.
    fileprivate func makeLonger(_ id: String, than length: Int) async throws {
        for _ in 1...10 where try list(id).total <= length {
            let total = try list(id).total
            try session.send(.act("older"))
            try await wait("more of \(id)") { ((try? list(id).total) ?? 0) > total }
        }
    }

    /// Asks for rows, and waits until they are there, and the place that they begin at is kept.
    fileprivate func show(_ id: String, _ window: Range<Int>) async throws -> ListBlock {
        try await send(.window(id, window))
        try await wait("the rows \(window)") {
            let list = try? list(id)
            return list?.offset == window.lowerBound && list?.rows.count == window.count
        }
        return try list(id)
    }

    fileprivate func send(_ input: SessionInput) async throws {
        try session.send(input)
        await session.settle()
    }
}
