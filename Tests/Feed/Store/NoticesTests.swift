import FeedAPI
import FeedStore
import FeedTestSupport
import Testing

/// Notifications, and how far they were read, over a real socket and a real database.
@Suite struct NoticesTests {
    private static func notices(_ numbers: [Int], links: String = "") -> RawServer.Step {
        let notices = numbers.map { number in
            """
            {"id": "\(number)", "type": "favourite", "account": {"id": "8", "username": "ivo"}, \
            "status": {"id": "5", "account": {"id": "1", "username": "ana"}}}
            """
        }
        return .json(
            "[\(notices.joined(separator: ","))]",
            fields: links.isEmpty ? [] : ["Link: \(links)"])
    }

    private static func markers(_ lastRead: Int?) -> RawServer.Step {
        .json(lastRead.map { #"{"notifications": {"last_read_id": "\#($0)"}}"# } ?? "{}")
    }

    @Test("those above the last one that was read on any machine are unread")
    func otherMachine() async throws {
        try await FeedAccountFixture().run { _, request in
            request.target.contains("markers")
                ? [Self.markers(12)] : [Self.notices([14, 13, 12, 11])]
        } _: { account, server in
            try await account.refreshNotices()
            #expect(try await account.unreadNotices().count == 2)
            try await account.markNoticesRead()
            #expect(try await account.unreadNotices().count == 0)
            let last = try #require(server.requests.last)
            #expect(last.line.hasPrefix("POST"))
            #expect(last.body.hasSuffix("=14"))
            // Whom it is from, and what it is about, is there without the network as well.
            #expect(try await account.discussion(of: #require(PostID("5")))?.post.id.text == "5")
        }
    }

    @Test("a server without markers leaves it to this machine, also what comes later")
    func noMarkers() async throws {
        try await FeedAccountFixture().run { _, request in
            if request.target.contains("markers") {
                return [.json("{}", status: "404 Not Found")]
            }
            if request.target.contains("min_id") { return [Self.notices([15])] }
            return [Self.notices([14, 13], links: "</n?min_id=14>; rel=\"prev\"")]
        } _: { account, _ in
            try await account.refreshNotices()
            #expect(try await account.unreadNotices().count == 2)
            try await account.markNoticesRead()
            #expect(try await account.unreadNotices().count == 0)
            try await account.refreshNotices()
            #expect(try await account.unreadNotices().count == 1)
            #expect(try await account.slice(of: .notices)?.waiting == 1)
        }
    }

    @Test("what was read while the server could not be told is told after the next refreshment")
    func toldLater() async throws {
        try await FeedAccountFixture().run { number, request in
            if request.line.hasPrefix("POST") {
                return number < 6
                    ? [.json("{}", status: "422 Unprocessable Content")] : [Self.markers(14)]
            }
            return request.target.contains("markers")
                ? [Self.markers(13)] : [Self.notices([14, 13])]
        } _: { account, server in
            try await account.refreshNotices()
            try await account.markNoticesRead()
            try await account.refreshNotices()
            try await account.refreshNotices()
            let told = server.requests.filter { $0.line.hasPrefix("POST") }
            #expect(told.count >= 2)
            #expect(told.allSatisfy { $0.body.hasSuffix("=14") })
            #expect(try await account.unreadNotices().count == 0)
        }
    }
}
