import FeedAPI
import FeedStore
import FeedTestSupport
import Foundation
import Synchronization
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonSQLite
import TenonTesting
import TestSupport
import Testing

/// Lists and errands, over a real socket and a real database.
@Suite struct FeedAccountTests {
    private let fixture: FeedAccountFixture

    init() throws { fixture = try FeedAccountFixture() }

    private static func post(_ number: Int, liked: Bool = false) -> String {
        """
        {"id": "\(number)", "content": "Post \(number)", "favourited": \(liked), \
        "favourites_count": \(liked ? 4 : 3), "account": {"id": "7", "username": "yara"}}
        """
    }

    private static func page(_ numbers: some Sequence<Int>, links: String = "") -> RawServer.Step {
        let posts = numbers.map { post($0) }.joined(separator: ",")
        return .json("[\(posts)]", fields: links.isEmpty ? [] : ["Link: \(links)"])
    }

    @Test("new posts wait above without a gap, and what is shown does not move")
    func news() async throws {
        try await fixture.run { _, request in
            if request.target.contains("min_id=23") { return [Self.page([])] }
            if request.target.contains("min_id=22") {
                return [Self.page([23], links: "</home?min_id=23>; rel=\"prev\"")]
            }
            if request.target.contains("min_id=20") {
                return [Self.page([22, 21], links: "</home?min_id=22>; rel=\"prev\"")]
            }
            return [
                Self.page(
                    (11...20).reversed(),
                    links: "</home?max_id=11>; rel=\"next\", </home?min_id=20>; rel=\"prev\"")
            ]
        } _: { account, _ in
            #expect(try await account.slice(of: .home) == nil)
            try await account.refresh(.home)
            try await account.read(.home, at: "15")
            try await account.refresh(.home)
            let slice = try #require(try await account.slice(of: .home, window: 0..<3))
            #expect(slice.elements.map(\.id.text) == ["20", "19", "18"])
            #expect(slice.waiting == 3)
            #expect(slice.total == 10)
            let place = try #require(try await account.slice(of: .home, length: 3))
            #expect(place.offset == 5)
            #expect(place.elements.first?.id.text == "15")
            try await account.showNews(of: .home)
            let all = try #require(try await account.slice(of: .home))
            #expect(all.elements.prefix(4).map(\.id.text) == ["23", "22", "21", "20"])
            #expect(all.waiting == 0)
        }
    }

    @Test("older pages come by the links of the server alone, each once")
    func older() async throws {
        try await fixture.run { _, request in
            request.target.contains("cursor=abc")
                ? [Self.page([3, 2, 1])]
                : [Self.page([5, 4, 3], links: "</home?cursor=abc>; rel=\"next\"")]
        } _: { account, server in
            try await account.refresh(.home)
            #expect(try await account.slice(of: .home)?.hasOlder == true)
            try await account.extend(.home)
            try await account.extend(.home)
            let slice = try #require(try await account.slice(of: .home))
            #expect(slice.elements.map(\.id.text) == ["5", "4", "3", "2", "1"])
            #expect(!slice.hasOlder)
            #expect(server.requests.count == 2)
        }
    }

    @Test("a like that the server refuses goes back, and is not sent again")
    func refusedLike() async throws {
        try await fixture.run { _, request in
            request.line.hasPrefix("POST")
                ? [.json(#"{"error": "Not allowed"}"#, status: "422 Unprocessable Content")]
                : [Self.page([5])]
        } _: { account, server in
            try await account.refresh(.home)
            let id = try #require(PostID("5"))
            let error = await feedError { try await account.perform(.like(id, true)) }
            #expect(error?.code == .feedRefused)
            let post = try await account.slice(of: .home)?.elements.first
            #expect(post?.isLiked == false)
            #expect(post?.likes == 3)
            try await account.refresh(.home)
            #expect(server.requests.count { $0.line.hasPrefix("POST") } == 1)
        }
    }

    @Test("what is done and taken back while the server fails is sent as it was meant last, once")
    func lastWord() async throws {
        try await fixture.run { number, request in
            guard request.line.hasPrefix("POST") else { return [Self.page([5])] }
            return number < 8
                ? [.json("{}", status: "503 Service Unavailable")]
                : [.json(Self.post(5, liked: true))]
        } _: { account, server in
            try await account.refresh(.home)
            let id = try #require(PostID("5"))
            guard case .waiting = try await account.perform(.like(id, true)) else {
                Issue.record("It must wait.")
                return
            }
            #expect(try await account.slice(of: .home)?.elements.first?.isLiked == true)
            #expect(try await account.slice(of: .home)?.elements.first?.likes == 4)
            _ = try await account.perform(.like(id, false))
            #expect(try await account.slice(of: .home)?.elements.first?.isLiked == false)
            _ = try await account.perform(.like(id, true))
            await account.sendWaiting()
            #expect(try await account.waiting().isEmpty)
            let last = try #require(server.requests.last { $0.line.hasPrefix("POST") })
            #expect(last.target.hasSuffix("/5/favourite"))
        }
    }

    @Test("what comes late for an account that is gone is not kept, not even by the next one")
    func gone() async throws {
        try await fixture.run { _, _ in
            [Self.page([5])]
        } _: { account, server in
            try await account.refresh(.home)
            try await RealNetwork.run { networker in
                let library = FeedLibrary(
                    SQLiteDatabases(), path: "\(fixture.folder.path)/data/photofeed.db",
                    networker: networker, clock: RunningClock())
                try await library.remove(account.record.number)
                let own = try FeedAccountFixture.account()
                let next = try await library.add(
                    AccountRecord(own, on: WebAddress(server.address()), family: .mastodon))
                #expect(next.number != account.record.number)
                let error = await #expect(throws: FeedStoreError.self) {
                    try await account.refresh(.home)
                }
                #expect(error?.code == .feedNobody)
                let opened = library.open(next, tokens: FixedToken(SecretText("other")))
                #expect(try await opened.slice(of: .home) == nil)
                #expect(try await account.slice(of: .home) == nil)
                await library.stop()
            }
        }
    }

    @Test("a post goes out under one name, whatever the answers")
    func onePost() async throws {
        try await fixture.run { number, request in
            number <= 2
                ? [.json("{}", status: "503 Service Unavailable")]
                : [.json(Self.post(9))]
        } _: { account, server in
            _ = try await account.perform(.publish(PostDraft("Hello")))
            for _ in 0..<2 { await account.sendWaiting() }
            #expect(try await account.waiting().isEmpty)
            #expect(server.requests.count == 3)
            let keys = Set(server.requests.compactMap { $0.fields["idempotency-key"] })
            #expect(keys.count == 1)
        }
    }

    @Test("a post that may be there is not sent again where the server takes it twice; one decides")
    func noAnswer() async throws {
        for answer in [[RawServer.Step.close], [.json("{}", status: "500 Oops")]] {
            let fixture = try FeedAccountFixture()
            try await fixture.run(family: .pixelfed) { number, _ in
                number == 1 ? answer : [.json(Self.post(9))]
            } _: { account, server in
                let error = await #expect(throws: FeedError.self) {
                    try await account.perform(.publish(PostDraft("Hello")))
                }
                #expect(error?.code == .feedPerhapsPosted)
                await account.sendWaiting()
                #expect(server.requests.count == 1)
                // Its words are kept, and go out when the person wants it so.
                let waiting = try #require(try await account.waiting().first)
                #expect(waiting.refusal.contains("It is not known whether"))
                try await account.retry(waiting.number)
                #expect(try await account.waiting().isEmpty)
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test("nor is one after an hour, when no server tells it apart, whatever came in between")
    func later() async throws {
        let answers: [[RawServer.Step]] = [
            [.close], [.json("{}", status: "429 Too Many Requests")], [.json(Self.post(9))],
        ]
        try await fixture.run { number, _ in
            answers[min(number, 3) - 1]
        } _: { account, server in
            _ = try await account.perform(.publish(PostDraft("Hello")))
            await account.sendWaiting()
            #expect(server.requests.count == 2)
            let clock = ManualClock(start: RunningClock().now().advanced(by: .seconds(3600)))
            try await fixture.again(account.record, by: clock) { later in
                await later.sendWaiting()
                let waiting = try await later.waiting()
                #expect(waiting.map { $0.refusal.isEmpty } == [false])
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test("two programs send it once, and one that is taken back meanwhile is not sent")
    func twoPrograms() async throws {
        let gate = Gate()
        try await fixture.run(family: .pixelfed) { _, _ in
            gate.wait()
            return [.json(Self.post(9))]
        } _: { account, server in
            let first = Task { try await account.perform(.publish(PostDraft("One"))) }
            try await until { server.requests.count == 1 }
            let second = Task { try await account.perform(.publish(PostDraft("Two"))) }
            try await until { try await account.waiting().count == 2 }
            try await fixture.again(account.record, by: RunningClock()) { other in
                let sending = Task { await other.sendWaiting() }
                let number = try #require(try await other.waiting().last?.number)
                try await other.drop(number)
                gate.open()
                await sending.value
            }
            #expect(try await first.value == .sent)
            #expect(try await second.value == .sent)
            #expect(server.requests.count == 1)
            #expect(try await account.waiting().isEmpty)
        }
    }

    @Test("one that the server certainly did not take waits, and goes out")
    func refusedForNow() async throws {
        try await fixture.run(family: .pixelfed) { number, _ in
            number == 1
                ? [.json("{}", status: "429 Too Many Requests", fields: ["Retry-After: 0"])]
                : [.json(Self.post(9))]
        } _: { account, server in
            let delivery = try await account.perform(.publish(PostDraft("Hello")))
            guard case .waiting = delivery else {
                Issue.record("It did not wait: \(delivery)")
                return
            }
            #expect(try await account.waiting().map(\.refusal) == [""])
            await account.sendWaiting()
            #expect(try await account.waiting().isEmpty)
        }
    }

    @Test("what waits is read as it was first written, by all versions to come")
    func firstForms() throws {
        let media = try #require(MediaID("m1"))
        var draft = PostDraft("Hello", media: [media], key: IdempotencyKey(kept: "k"))
        draft.answered = PostID("4")
        let forms: [(Errand, String)] = [
            (.like(try #require(PostID("5")), true), #"{"like":{"_0":"5","_1":true}}"#),
            (
                .follow(try #require(AccountID("7")), false),
                #"{"follow":{"_0":"7","_1":false}}"#
            ),
            (
                .publish(draft),
                #"{"publish":{"_0":{"warning":"","key":{"text":"k"},"answered":"4","media":["m1"],"#
                    + #""isSensitive":false,"visibility":{"word":"public"},"text":"Hello"}}}"#
            ),
        ]
        for (errand, form) in forms {
            #expect(try JSONDecoder().decode(Errand.self, from: Data(form.utf8)) == errand)
        }
    }
}
