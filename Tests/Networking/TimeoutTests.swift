import HTTPTypes
import TenonCore
import TenonNetworking
import TenonTesting
import Testing

@Suite("Limits of time")
struct TimeoutTests {
    private let clock = ManualClock()

    /// Never replies, and says when it was cancelled.
    private let stuck = ScriptedNetworker { _, _ in
        // Time: it is cancelled long before that.
        try await Task.sleep(for: .seconds(3600))
        return NetworkReply(status: .ok)
    }

    @Test("end an attempt that takes too long, and it is tried again")
    func attempt() async throws {
        let policy = NetworkPolicy(
            timeouts: NetworkTimeouts(connection: nil, attempt: .seconds(5), total: nil),
            retry: RetryPolicy(maximumAttempts: 2))
        let controller = NetworkController(stuck, clock: clock, policy: policy, jitter: 0)
        let request = NetworkRequest.text(try .sample())
        let task = Task { try await controller.send(request) }
        for attempt in 1...2 {
            await clock.waitForSleepers()
            while stuck.calls.count < attempt { await Task.yield() }
            clock.advance(by: .milliseconds(4999))
            #expect(stuck.calls.count == attempt)
            clock.advance(by: .milliseconds(1))
        }
        let error = try await #require(throws: NetworkError.self) { try await task.value }
        #expect(error.code == .networkTimedOut)
        #expect(error.code.status == .tryLater)
        #expect(error.mayHaveArrived)
    }

    @Test("end the last attempt when the time of the whole is over")
    func total() async throws {
        let policy = NetworkPolicy(
            timeouts: NetworkTimeouts(connection: nil, attempt: .seconds(5), total: .seconds(8)),
            retry: RetryPolicy(maximumAttempts: 10))
        let controller = NetworkController(stuck, clock: clock, policy: policy, jitter: 0)
        let request = NetworkRequest.text(try .sample())
        let task = Task { try await controller.send(request) }
        for (attempt, limit) in [(1, 5), (2, 3)] {
            while stuck.calls.count < attempt { await Task.yield() }
            await clock.waitForSleepers()
            clock.advance(by: .seconds(limit))
        }
        let error = try await #require(throws: NetworkError.self) { try await task.value }
        #expect(error.code == .networkTimedOut)
        #expect(stuck.calls.count == 2)
    }

    @Test("leave out a delay that would end after the time of the whole")
    func noVainDelay() async throws {
        let networker = ScriptedNetworker(.failure(.unreachable(try .sample())))
        let policy = NetworkPolicy(
            timeouts: NetworkTimeouts(connection: nil, attempt: nil, total: .seconds(8)),
            retry: RetryPolicy(maximumAttempts: 10, firstDelay: .seconds(8)))
        let controller = NetworkController(networker, clock: clock, policy: policy)
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(.text(try .sample()))
        }
        #expect(error.code == .networkUnreachable)
        #expect(networker.calls.count == 1)
        #expect(clock.sinceBoot() == .zero)
    }

    @Test("hand the limit for connecting to the provider")
    func connection() async throws {
        let networker = ScriptedNetworker(.text(""))
        var policy = NetworkPolicy.untimed()
        policy.timeouts.connection = .seconds(3)
        _ = try await NetworkController(networker, policy: policy).send(.text(try .sample()))
        #expect(networker.calls.first?.connectionTimeout == .seconds(3))
    }

    @Test("do not keep a request that is cancelled")
    func cancellation() async throws {
        let controller = NetworkController(stuck, clock: clock, policy: NetworkPolicy())
        let request = NetworkRequest.text(try .sample())
        let task = Task { try await controller.send(request) }
        while stuck.calls.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleepers == 0)
        #expect(stuck.calls.count == 1)
    }
}
