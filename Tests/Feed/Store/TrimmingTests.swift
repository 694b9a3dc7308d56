import FeedAPI
import FeedStore
import FeedTestSupport
import Testing

/// How much is kept, over a real socket and a real database.
@Suite struct TrimmingTests {
    /// Pages of ten posts with much to say: `max_id` leads to older ones.
    private static func feed(_ request: RawServer.Request) -> [RawServer.Step] {
        if request.line.hasPrefix("POST") { return [.json(post(14, isLiked: true))] }
        if request.target.contains("min_id") { return [.json("[]")] }
        let before =
            request.target.split(separator: "max_id=").last.flatMap { Int($0) } ?? 101
        let numbers = (before - 10..<before).reversed()
        let posts = numbers.map { post($0) }.joined(separator: ",")
        let path = request.target.split(separator: "?").first ?? ""
        return [
            .json(
                "[\(posts)]",
                fields: [
                    "Link: <\(path)?max_id=\(before - 10)>; rel=\"next\", "
                        + "<\(path)?min_id=\(before - 1)>; rel=\"prev\""
                ])
        ]
    }

    private static func post(_ number: Int, isLiked: Bool = false) -> String {
        """
        {"id": "\(number)", "content": "\(String(repeating: "x", count: 5_000))", \
        "favourited": \(isLiked), "account": {"id": "person-\(number)", "username": "yara"}}
        """
    }

    @Test("the oldest goes, page by page, and comes again from the server where it was cut")
    func cut() async throws {
        try await FeedAccountFixture().run { _, request in
            Self.feed(request)
        } _: { account, _ in
            try await account.refresh(.home)
            for _ in 1...8 { try await account.extend(.home) }
            #expect(try await account.slice(of: .home)?.total == 90)
            let liked = try #require(PostID("14"))
            _ = try await account.perform(.like(liked, true))
            try await account.read(.home, at: "65")
            try await account.trim(to: 300_000)
            #expect(try await account.room() <= 300_000)
            let slice = try #require(try await account.slice(of: .home, window: 0..<90))
            #expect(slice.total == 40)
            #expect(slice.elements.last?.id.text == "61")
            #expect(slice.hasOlder)
            #expect(try await account.slice(of: .home, length: 5)?.elements.first?.id.text == "65")
            // What one likes is there, also without the network.
            #expect(try await account.discussion(of: liked) != nil)
            #expect(try await account.discussion(of: #require(PostID("20"))) == nil)
            #expect(try await account.profile(of: #require(AccountID("person-20"))) == nil)
            #expect(try await account.profile(of: #require(AccountID("person-70"))) != nil)
            try await account.extend(.home)
            let longer = try #require(try await account.slice(of: .home, window: 0..<90))
            #expect(longer.elements.map(\.id.text) == (51...100).reversed().map { "\($0)" })
        }
    }

    @Test("what one reads stays, however little is kept, and so does what is still to be sent")
    func reading() async throws {
        try await FeedAccountFixture().run { _, request in
            request.line.hasPrefix("POST")
                ? [.json("{}", status: "503 Service Unavailable")] : Self.feed(request)
        } _: { account, _ in
            try await account.refresh(.home)
            for _ in 1...4 { try await account.extend(.home) }
            let tag = try #require(Hashtag("fog"))
            try await account.refresh(.tag(tag))
            try await account.read(.home, at: "75")
            _ = try await account.perform(.publish(PostDraft("Still to be sent")))
            try await account.trim(to: 1)
            #expect(try await account.slice(of: .tag(tag)) == nil)
            let slice = try #require(try await account.slice(of: .home, window: 0..<90))
            #expect(slice.elements.last?.id.text == "71")
            #expect(try await account.waiting().count == 1)
        }
    }

    @Test("what a search found goes with it, people and hashtags as well")
    func findings() async throws {
        try await FeedAccountFixture().run { _, _ in
            [
                .json(
                    """
                    {"accounts": [{"id": "7", "username": "yara"}], "statuses": [], \
                    "hashtags": [{"name": "fog"}, {"name": "foghorn"}]}
                    """)
            ]
        } _: { account, _ in
            #expect(try await account.findings(of: "fog") == nil)
            let found = try await account.search("fog")
            #expect(found.hashtags.map(\.name) == ["fog", "foghorn"])
            let known = try #require(try await account.findings(of: "Fog"))
            #expect(known.hashtags == found.hashtags)
            #expect(known.accounts.map(\.id.text) == ["7"])
            #expect(try await account.findings(of: "fo") == nil)
            try await account.trim(to: 1)
            #expect(try await account.findings(of: "fog") == nil)
            #expect(try await account.room() == 0)
        }
    }
}
