import FeedAPI
import FeedStore
import FeedTestSupport
import TenonCore
import TenonTesting
import TestSupport
import Testing

/// What comes in by itself, over a real socket and a real database.
@Suite struct FeedWatchTests {
    private static let head = "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n"

    private static func posts(_ numbers: [Int], newest: Int) -> RawServer.Step {
        let posts = numbers.map {
            #"{"id": "\#($0)", "account": {"id": "7", "username": "yara"}}"#
        }
        return .json(
            "[\(posts.joined(separator: ","))]",
            fields: ["Link: </api/v1/timelines/home?min_id=\(newest)>; rel=\"prev\""])
    }

    /// What all scripts have in common.
    private static func usual(_ request: RawServer.Request) -> [RawServer.Step]? {
        if request.target.contains("/instance") { return [.json(#"{"version": "4.3.0"}"#)] }
        if request.target.contains("/markers") { return [.json("{}")] }
        if request.target.contains("/notifications") { return [.json("[]")] }
        return nil
    }

    /// A pace at which a test need not wait.
    private static var quick: FeedWatch.Pace {
        var pace = FeedWatch.Pace()
        pace.betweenEvents = .milliseconds(5)
        pace.polling = .milliseconds(20)
        pace.firstPause = .milliseconds(5)
        return pace
    }

    private func wait(_ account: FeedAccount, until condition: (FeedAccount) async throws -> Bool)
        async throws
    {
        let changes = account.changes()
        guard try await !condition(account) else { return }
        for await _ in changes where try await condition(account) { return }
    }

    @Test("a new post waits above, the place that one reads at stays, and a deleted one is gone")
    func events() async throws {
        try await FeedAccountFixture().run { _, request in
            if request.target.contains("/streaming/") {
                return [
                    .send(
                        Self.head + """
                            event: update
                            data: {"id": "23", "account": {"id": "7", "username": "yara"}}

                            event: delete
                            data: 19


                            """), .pause(.seconds(600)),
                ]
            }
            if request.target.contains("min_id=23") { return [Self.posts([], newest: 23)] }
            if request.target.contains("min_id") { return [Self.posts([23, 22], newest: 23)] }
            return Self.usual(request) ?? [Self.posts([21, 20, 19, 18], newest: 21)]
        } _: { account, _ in
            try await account.refresh(.home)
            try await account.read(.home, at: "20")
            let watch = FeedWatch(account, clock: RunningClock(), pace: Self.quick)
            try await watch.start()
            try await wait(account) {
                let slice = try await $0.slice(of: .home, window: 0..<9)
                return slice?.waiting == 2 && slice?.elements.map(\.id.text) == ["21", "20", "18"]
            }
            let place = try #require(try await account.slice(of: .home, length: 2))
            #expect(place.elements.first?.id.text == "20")
            await watch.stop()
        }
    }

    @Test("a server without events is asked now and then", arguments: [true, false])
    func polling(isKnown: Bool) async throws {
        try await FeedAccountFixture().run(family: isKnown ? .goToSocial : .mastodon) {
            number, request in
            if request.target.contains("/streaming/") {
                return [.json("{}", status: "404 Not Found")]
            }
            return Self.usual(request) ?? [Self.posts([number], newest: number)]
        } _: { account, server in
            try await account.refresh(.home)
            let watch = FeedWatch(account, clock: RunningClock(), pace: Self.quick)
            try await watch.start()
            try await wait(account) { try await $0.slice(of: .home)?.waiting ?? 0 >= 3 }
            await watch.stop()
            let streams = server.requests.count { $0.target.contains("/streaming/") }
            #expect(streams == (isKnown ? 0 : 1))
        }
    }

    @Test("a server that sends no events at the moment is asked again after pauses that grow")
    func pauses() async throws {
        let clock = ManualClock()
        try await FeedAccountFixture().run(clock: clock) { number, request in
            if request.target.contains("/streaming/") {
                return [.send("HTTP/1.1 503 Service Unavailable\nContent-Length: 0\n\n")]
            }
            return Self.usual(request) ?? [Self.posts([number], newest: number)]
        } _: { account, server in
            let watch = FeedWatch(account, clock: clock)
            try await watch.start()
            let step = Duration.milliseconds(50)
            var times: [Duration] = []
            try await until("five questions") {
                let count = server.requests.count { $0.target.contains("/streaming/") }
                if count > times.count { times.append(clock.sinceBoot()) }
                clock.advance(by: step)
                return times.count == 5
            }
            await watch.stop()
            // Each is between half of 1, 2, 4 … seconds and all of it.
            for (index, pair) in zip(times, times.dropFirst()).enumerated() {
                let least = Duration.milliseconds(500 << index) - step
                #expect(pair.1 - pair.0 >= least)
            }
        }
    }

    @Test("who is signed out is not asked again and again")
    func signedOut() async throws {
        try await FeedAccountFixture().run { _, _ in
            [.json("{}", status: "401 Unauthorized")]
        } _: { account, server in
            let watch = FeedWatch(account, clock: RunningClock(), pace: Self.quick)
            try await watch.start()
            try await until("two requests") { server.requests.count >= 2 }
            // Time: nothing tells that nobody asks again; this is many times the pace.
            try await Task.sleep(for: .milliseconds(400))
            await watch.stop()
            #expect(server.requests.count == 2)
        }
    }
}
