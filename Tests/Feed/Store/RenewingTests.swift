import FeedAPI
import FeedStore
import FeedTestSupport
import Synchronization
import TestSupport
import Testing

/// Lists without news when they are fetched again: what was seen stays, in the order of the server.
@Suite struct RenewingTests {
    private let fixture: FeedAccountFixture

    init() throws { fixture = try FeedAccountFixture() }

    /// What likes there are on the server, and by how many they come.
    private final class Likes: Sendable {
        private let posts: Mutex<[Int]>
        private let length: Int

        init(_ posts: [Int], by length: Int) {
            self.posts = Mutex(posts)
            self.length = length
        }

        func become(_ new: [Int]) { posts.withLock { $0 = new } }

        /// The page behind a post, or the first one, with a link to the next one if there is any.
        func page(_ target: String) -> RawServer.Step {
            let all = posts.withLock { $0 }
            let last = target.firstMatch(of: /behind=(\d+)/).flatMap { Int($0.1) }
            let start = last.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let page = all.dropFirst(start).prefix(length)
            let json = page.map {
                #"{"id": "\#($0)", "account": {"id": "7", "username": "yara"}}"#
            }.joined(separator: ",")
            let hasMore = start + length < all.count
            let link = "Link: </likes?behind=\(page.last ?? 0)>; rel=\"next\""
            return .json("[\(json)]", fields: hasMore ? [link] : [])
        }
    }

    private func posts(_ account: FeedAccount) async throws -> [Int] {
        let slice = try await account.slice(of: .liked, window: 0..<100)
        return slice?.elements.compactMap { Int($0.id.text) } ?? []
    }

    @Test(
        "what was seen stays below the first page, and all is as the server has it",
        arguments: [
            ("nothing is new", Array(1...9), 1),
            ("two are new", [11, 10] + Array(1...9), 1),
            ("one is gone", [1] + Array(3...9), 1),
            ("one has moved up", [8] + Array(1...7) + [9], 1),
            ("a page has moved up", Array(7...9) + Array(1...6), 2),
            ("more than a page is new", Array(10...14) + Array(1...9), 2),
            ("most are gone", [2, 5], 1),
            ("all are gone", [], 1),
        ] as [(String, [Int], Int)])
    func renewed(_ name: String, now: [Int], requests: Int) async throws {
        let likes = Likes(Array(1...9), by: 3)
        try await fixture.run { _, request in
            [likes.page(request.target)]
        } _: { account, server in
            try await account.refresh(.liked)
            for _ in 1...2 { try await account.extend(.liked) }
            #expect(try await posts(account) == Array(1...9))
            likes.become(now)
            let before = server.requests.count
            try await account.refresh(.liked)
            #expect(try await posts(account) == now)
            #expect(server.requests.count - before == requests)
        }
    }

    @Test("older pages come from where what is kept ends")
    func older() async throws {
        let likes = Likes(Array(1...9), by: 3)
        try await fixture.run { _, request in
            [likes.page(request.target)]
        } _: { account, _ in
            try await account.refresh(.liked)
            try await account.extend(.liked)
            likes.become([10] + Array(1...9))
            try await account.refresh(.liked)
            #expect(try await posts(account) == [10] + Array(1...6))
            try await account.extend(.liked)
            #expect(try await posts(account) == [10] + Array(1...9))
            #expect(try await account.slice(of: .liked)?.hasOlder == false)
        }
    }

    @Test("the place is held by its post, and by the next one when that is gone")
    func place() async throws {
        let likes = Likes(Array(1...9), by: 3)
        try await fixture.run { _, request in
            [likes.page(request.target)]
        } _: { account, _ in
            try await account.refresh(.liked)
            for _ in 1...2 { try await account.extend(.liked) }
            try await account.read(.liked, at: "2")
            try await account.read(.liked, at: "no such post")
            let seen = try await account.slice(of: .liked, window: 4..<7)
            likes.become([11, 10] + Array(1...9))
            try await account.refresh(.liked)
            let place = try await account.slice(of: .liked, length: 3)
            #expect(place?.offset == 3)
            #expect(place?.elements.first?.id.text == "2")
            let now = try await account.slice(of: .liked, window: 4..<7, holding: seen)
            #expect(now?.offset == 6)
            #expect(now?.elements == seen?.elements)
            try await account.read(.liked, at: "10")
            likes.become([11] + Array(1...9))
            try await account.refresh(.liked)
            #expect(try await account.slice(of: .liked)?.elements.first?.id.text == "1")
        }
    }

    @Test("who is at the top stays there, and sees what is new")
    func top() async throws {
        let likes = Likes(Array(1...9), by: 3)
        try await fixture.run { _, request in
            [likes.page(request.target)]
        } _: { account, _ in
            try await account.refresh(.liked)
            try await account.read(.liked, at: "1")
            let seen = try await account.slice(of: .liked, window: 0..<2)
            likes.become([10] + Array(1...9))
            try await account.refresh(.liked)
            #expect(try await account.slice(of: .liked)?.elements.first?.id.text == "10")
            let now = try await account.slice(of: .liked, window: 0..<2, holding: seen)
            #expect(now?.elements.map(\.id.text) == ["10", "1", "2"])
            likes.become(Array(2...9))
            try await account.refresh(.liked)
            let later = try await account.slice(of: .liked, window: 0..<2, holding: seen)
            #expect(later?.elements.map(\.id.text) == ["2", "3"])
        }
    }

    @Test("a window below the end has the last elements, and never none")
    func window() async throws {
        let likes = Likes(Array(1...9), by: 9)
        try await fixture.run { _, request in
            [likes.page(request.target)]
        } _: { account, _ in
            try await account.refresh(.liked)
            let windows = [
                (4..<7, 4..<7), (8..<20, 8..<9), (40..<44, 5..<9), (9..<9, 8..<9),
            ]
            for (window, shown) in windows {
                let slice = try #require(try await account.slice(of: .liked, window: window))
                #expect(slice.offset == shown.lowerBound, "\(window)")
                #expect(slice.elements.count == shown.count, "\(window)")
            }
        }
    }
}
