import FeedAPI
import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// What comes in by itself while one uses PhotoFeed.
@Suite("PhotoFeed tells of news")
struct NewsTests {
    @Test("a new post waits above with its number, also after the server was away")
    func posts() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let other = try await fixture.somebodyElse("yara")
            let followed = try await other.ownAccount().id
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            _ = try await client.follow(followed)
            let first = try pilot.firstRow().id
            _ = try await other.publish(PostDraft("The first one"))
            try await pilot.wait(for: "1 new post is waiting above.")
            #expect(try pilot.firstRow().id == first)
            #expect(!pilot.sees("The first one"))
            fixture.stopServer()
            try fixture.startServer()
            _ = try await other.publish(PostDraft("The second one"))
            try await pilot.wait(for: "2 new posts are waiting above.")
            #expect(try pilot.firstRow().id == first)
            try await pilot.choose("Show 2 new posts")
            try await pilot.wait(for: "The second one")
            #expect(try pilot.firstRow().title == "The second one")
        }
        await fixture.networker.stop()
    }

    @Test("who likes is told with a number, and leads to the post and the person")
    func notifications() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            func badge() throws -> String {
                try pilot.screen().destinations.first { $0.title == "Notifications" }?
                    .badge?.text ?? ""
            }
            try await pilot.wait("what was not read yet") { (try? badge()) == "40 new" }
            try await pilot.open("notifications")
            try await pilot.wait("all to be read") { (try? badge()) == "" }
            try await seeTogether(fixture, pilot)
            let other = try await fixture.somebodyElse("yara")
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let post = try await client.publish(PostDraft("Look at this"))
            _ = try await other.like(post.id)
            try await pilot.wait("the like") { (try? badge()) == "1 new" }
            try await pilot.wait(for: "Show 1 new notification")
            try await pilot.choose("Show 1 new notification")
            try await pilot.wait(for: "Yara Almeida likes your post")
            let row = try pilot.firstRow()
            #expect(row.subtitle == "Look at this")
            #expect(row.badge?.text == "new")
            try await pilot.wait("it to be read") { (try? badge()) == "" }
            let read = try await client.markers().notices?.lastRead
            #expect(read == row.id)
            try await pilot.act("open", on: row)
            #expect(try pilot.screen().location == Location(parsing: "post:\(post.id)"))
            try await pilot.back()
            try await pilot.act("author", on: row)
            try await pilot.wait(for: "@yara")
        }
        fixture.stopServer()
        try await fixture.run(at: "notifications") { pilot in
            try await pilot.wait(for: "Yara Almeida likes your post")
        }
        await fixture.networker.stop()
    }

    /// Whoever did the same is in one row, which leads to all of them; nobody is lost.
    private func seeTogether(_ fixture: PhotoFeedFixture, _ pilot: SessionPilot) async throws {
        let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
        let told = try await client.notices().elements
        let rows = try pilot.firstList().rows
        let likes = Dictionary(grouping: told.filter { $0.kind == .like }) { $0.post?.id }
        let apart = told.count { $0.kind != .like && $0.kind != .follow }
        // All follows of the demonstration are of one day.
        #expect(rows.count == likes.count + apart + 1)
        #expect(rows.allSatisfy { $0.badge?.text == "new" })
        let most = try #require(likes.values.max { $0.count < $1.count })
        let newest = try #require(most.first)
        let name = HarmlessText.line(try #require(newest.account?.displayName))
        #expect(most.count > 2)
        let row = try #require(rows.first { $0.id == newest.id.text })
        #expect(row.title == "\(name) and \(most.count - 1) others like your post")
        #expect(row.moment?.time == newest.created)
        try await pilot.act("people", on: row)
        let post = try #require(newest.post?.id)
        #expect(try pilot.screen().location == Location(parsing: "likes:\(post)"))
        let names = most.compactMap(\.account?.displayName).map(HarmlessText.line)
        try await pilot.wait("everybody") { names.allSatisfy { pilot.sees($0) } }
        try await pilot.back()
        let follows = told.filter { $0.kind == .follow }.compactMap(\.account?.displayName)
            .map(HarmlessText.line)
        let followed = try #require(rows.first { $0.title.hasSuffix("follow you") })
        #expect(followed.title == "\(follows[0]) and \(follows[1]) follow you")
        try await pilot.act("open", on: followed)
        try await pilot.wait("both") { follows.allSatisfy { pilot.sees($0) } }
        #expect(try pilot.screen().location.segments.first == "followers")
        try await pilot.back()
    }
}
