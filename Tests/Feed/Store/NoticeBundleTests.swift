import FeedAPI
import FeedStore
import FeedTestSupport
import Testing

/// Notifications that are shown as one, over a real socket and a real database.
@Suite struct NoticeBundleTests {
    /// A notification on a day of November; the account says who it is from.
    private struct Told {
        var number: Int
        var kind = "favourite"
        var from: Int
        var post = 5
        var day = 20

        var json: String {
            let status =
                kind == "follow"
                ? "" : #", "status": {"id": "\#(post)", "account": {"id": "1", "username": "ana"}}"#
            return """
                {"id": "\(number)", "type": "\(kind)", \
                "created_at": "2026-11-\(day)T10:00:00.000Z", \
                "account": {"id": "\(from)", "username": "u\(from)"}\(status)}
                """
        }
    }

    private static func page(_ told: [Told], _ links: String = "") -> [RawServer.Step] {
        [
            .json(
                "[\(told.map(\.json).joined(separator: ","))]",
                fields: links.isEmpty ? [] : ["Link: \(links)"])
        ]
    }

    /// The names of the rows, each with how many others it stands for.
    private static func rows(
        _ account: FeedAccount, _ window: Range<Int>? = 0..<30
    ) async throws -> [String] {
        let slice = try #require(try await account.slice(of: .notices, window: window))
        return slice.elements.map { notice in
            let others = slice.others[notice.id.text].map { "+\($0.count)" } ?? ""
            return notice.id.text + others
        }
    }

    @Test("likes of one post on one day are one, and so are its shares, and follows")
    func bundles() async throws {
        try await FeedAccountFixture().run { _, request in
            if request.target.contains("markers") { return [.json("{}")] }
            return Self.page([
                Told(number: 30, from: 8), Told(number: 29, kind: "follow", from: 8),
                // Another post, which comes between two likes of the first one.
                Told(number: 28, from: 9, post: 6), Told(number: 27, from: 7),
                Told(number: 26, kind: "reblog", from: 7),
                Told(number: 25, kind: "mention", from: 7),
                Told(number: 24, kind: "mention", from: 8),
                Told(number: 23, kind: "reblog", from: 9),
                Told(number: 22, kind: "follow", from: 9), Told(number: 21, from: 6),
                // Taken back and done again, which is no further person.
                Told(number: 20, from: 8), Told(number: 19, from: 6, day: 19),
            ])
        } _: { account, _ in
            try await account.refreshNotices()
            let rows = ["30+2", "29+1", "28", "26+1", "25", "24", "19"]
            #expect(try await Self.rows(account) == rows)
            let slice = try #require(try await account.slice(of: .notices, window: 1..<4))
            #expect(slice.total == 7)
            #expect(slice.offset == 1)
            #expect(slice.elements.map(\.id.text) == ["29", "28", "26"])
            let first = try #require(try await account.slice(of: .notices, window: 0..<1))
            #expect(first.others["30"]?.next.account?.id.text == "7")
        }
    }

    @Test("older pages add people to rows, and rows below; one goes on until there is a row more")
    func older() async throws {
        try await FeedAccountFixture().run { _, request in
            if request.target.contains("markers") { return [.json("{}")] }
            if request.target.contains("max_id=28") {
                return Self.page(
                    [Told(number: 27, from: 6), Told(number: 26, from: 5)],
                    "</n?max_id=26>; rel=\"next\"")
            }
            if request.target.contains("max_id=26") {
                return Self.page(
                    [Told(number: 25, from: 4, post: 6), Told(number: 24, from: 3)],
                    "</n?max_id=24>; rel=\"next\"")
            }
            return Self.page(
                [
                    Told(number: 30, from: 9), Told(number: 29, from: 9, post: 7),
                    Told(number: 28, from: 8),
                ], "</n?max_id=28>; rel=\"next\"")
        } _: { account, server in
            try await account.refreshNotices()
            #expect(try await Self.rows(account) == ["30+1", "29"])
            let before = server.requests.count
            try await account.extend(.notices)
            #expect(server.requests.count == before + 2)
            #expect(try await Self.rows(account) == ["30+4", "29", "25"])
            #expect(try await account.slice(of: .notices)?.total == 3)
        }
    }

    @Test("what is new moves nothing before it is asked for, and then all of it is told to be read")
    func news() async throws {
        let news = [Told(number: 32, from: 5, post: 7), Told(number: 31, from: 6, post: 6)]
        try await FeedAccountFixture().run { _, request in
            if request.line.hasPrefix("POST") { return [.json("{}")] }
            if request.target.contains("markers") {
                return [.json(#"{"notifications": {"last_read_id": "30"}}"#)]
            }
            if request.target.contains("min_id=30") {
                return Self.page(news, "</n?min_id=32>; rel=\"prev\"")
            }
            if request.target.contains("min_id=32") { return Self.page([]) }
            return Self.page(
                [
                    Told(number: 30, from: 9), Told(number: 29, from: 8, post: 7),
                    Told(number: 28, from: 8), Told(number: 27, from: 7, post: 7),
                ], "</n?min_id=30>; rel=\"prev\"")
        } _: { account, server in
            try await account.refreshNotices()
            try await account.markNoticesRead()
            try await account.read(.notices, at: "29")
            try await account.refreshNotices()
            #expect(try await Self.rows(account) == ["30+1", "29+1"])
            #expect(try await account.slice(of: .notices)?.waiting == 2)
            #expect(try await account.slice(of: .notices, length: 1)?.offset == 1)
            #expect(try await account.unreadNotices().map(\.text).sorted() == ["31", "32"])
            try await account.showNews(of: .notices)
            #expect(try await Self.rows(account) == ["32+2", "31", "30+1"])
            try await account.markNoticesRead()
            let told = server.requests.last { $0.line.hasPrefix("POST") }
            #expect(told?.body.hasSuffix("=32") == true)
            #expect(try await account.unreadNotices().isEmpty)
        }
    }

    @Test("the place that one reads at is that of the row, also when it names another one in it")
    func place() async throws {
        try await FeedAccountFixture().run { _, request in
            if request.target.contains("markers") { return [.json("{}")] }
            return Self.page([
                Told(number: 30, from: 9), Told(number: 29, from: 8),
                Told(number: 28, from: 9, post: 6), Told(number: 27, from: 8, post: 6),
                Told(number: 26, from: 8, post: 7),
            ])
        } _: { account, _ in
            try await account.refreshNotices()
            for (name, offset) in [("28", 1), ("27", 1), ("26", 2), ("29", 0)] {
                try await account.read(.notices, at: name)
                let slice = try await account.slice(of: .notices, length: 1)
                #expect(slice?.offset == offset, "\(name)")
            }
        }
    }

    @Test("who has shared a post is a list of its own, which is there without the network")
    func sharers() async throws {
        try await FeedAccountFixture().run { number, request in
            guard number == 1, request.target.hasPrefix("/api/v1/statuses/5/reblogged_by") else {
                return [.json("{}", status: "404 Not Found")]
            }
            return [.json(#"[{"id": "8", "username": "ivo"}, {"id": "9", "username": "zoe"}]"#)]
        } _: { account, _ in
            let list = FeedList.sharers(of: try #require(PostID("5")))
            try await account.refresh(list)
            let slice = try #require(try await account.slice(of: list))
            #expect(slice.elements.map(\.userName) == ["ivo", "zoe"])
            #expect(slice.others.isEmpty)
        }
    }
}
