import HTTPTypes
import TenonCore
import TenonTesting
import Testing

@testable import TenonNetworking  // Other modules see whole requests only.

@Suite("Sending again")
struct RetryTests {
    private let clock = ManualClock()
    private let policy = RetryPolicy(
        maximumAttempts: 4, firstDelay: .seconds(1), maximumDelay: .seconds(3))

    @Test(
        "waits for a part of a bound that doubles up to its maximum",
        arguments: [(1.0, [1000, 2000, 3000]), (0.5, [500, 1000, 1500])])
    func delays(_ jitter: Double, _ delays: [Int]) async throws {
        let networker = ScriptedNetworker(
            .failure(.unreachable(try .sample())),
            .success(NetworkReply(status: .serviceUnavailable)),
            .failure(.interrupted(try .sample())), .text("at last"))
        let controller = NetworkController(
            networker, clock: clock, policy: .untimed(retry: policy), jitter: jitter)
        let request = NetworkRequest.text(try .sample())
        async let text = controller.send(request)
        for (index, delay) in delays.enumerated() {
            await clock.waitForSleepers()
            #expect(networker.calls.count == index + 1)
            clock.advance(by: .milliseconds(delay - 1))
            #expect(clock.sleepers == 1)
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await text == "at last")
        #expect(networker.calls.count == 4)
        #expect(clock.sleepers == 0)
    }

    @Test("draws delays from 0 to the bound, and never beyond the maximum")
    func bounds() {
        let policy = RetryPolicy(firstDelay: .seconds(1), maximumDelay: .seconds(60))
        for attempt in 1...200 {
            let bound = policy.delay(after: attempt, jitter: 1)
            #expect(bound == min(.seconds(60), .seconds(1) * (1 << min(attempt - 1, 10))))
            #expect(policy.delay(after: attempt, jitter: 0) == .zero)
            let drawn = policy.delay(after: attempt, jitter: Double.random(in: 0...1))
            #expect((.zero...bound).contains(drawn))
        }
        let wrong = RetryPolicy(firstDelay: .seconds(10), maximumDelay: .seconds(5))
        #expect(wrong.delay(after: 1, jitter: 1) == .seconds(5))
    }

    @Test("ends with the error of the last attempt")
    func exhaustion() async throws {
        let networker = ScriptedNetworker(.success(NetworkReply(status: .internalServerError)))
        let controller = NetworkController(
            networker, clock: clock, policy: .untimed(retry: policy), jitter: 0)
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(.text(try .sample()))
        }
        #expect(networker.calls.count == 4)
        #expect(error.code == .networkStatus)
        #expect(error.status == 500)
    }

    @Test(
        "does not happen for what will be the same the next time",
        arguments: [400, 401, 403, 404, 410, 418, 501])
    func permanent(_ status: Int) async throws {
        let networker = ScriptedNetworker(
            .success(NetworkReply(status: HTTPResponse.Status(code: status))))
        let controller = NetworkController(networker, policy: .untimed(retry: policy), jitter: 0)
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(.text(try .sample()))
        }
        #expect(error.status == status)
        #expect(networker.calls.count == 1)
    }

    @Test("does not happen for a certificate, a reply that is too long, or no HTTP")
    func hopeless() async throws {
        let address = try WebAddress.sample()
        let errors: [NetworkError] = [
            .untrusted(address, "Really."), .wrongKey(address), .tooLarge(address, limit: 1),
            .malformed(address), .badRequest(address, "Really."),
        ]
        for error in errors {
            let networker = ScriptedNetworker(.failure(error))
            let controller = NetworkController(
                networker, policy: .untimed(retry: policy), jitter: 0)
            let thrown = await #expect(throws: NetworkError.self) {
                try await controller.send(.text(address))
            }
            #expect(thrown?.code == error.code)
            #expect(networker.calls.count == 1)
        }
    }

    @Test("does not happen for a post that may have arrived")
    func posts() async throws {
        let address = try WebAddress.sample()
        let failures: [Result<NetworkReply, NetworkError>] = [
            .failure(.interrupted(address)), .failure(.timedOut(address)),
            .success(NetworkReply(status: .serviceUnavailable)),
        ]
        for failure in failures {
            let networker = ScriptedNetworker(failure)
            let controller = NetworkController(
                networker, policy: .untimed(retry: policy), jitter: 0)
            await #expect(throws: NetworkError.self) {
                try await controller.send(.post([1], to: address) { _ in })
            }
            #expect(networker.calls.count == 1)
        }
    }

    @Test("happens for a post that cannot have arrived, and for one that may be repeated")
    func repeatablePosts() async throws {
        let address = try WebAddress.sample()
        let unsent = ScriptedNetworker(.failure(.unreachable(address)), .text(""))
        try await NetworkController(unsent, policy: .untimed(retry: policy), jitter: 0)
            .send(.post([1], to: address) { _ in })
        #expect(unsent.calls.map(\.body) == [[1], [1]])

        let dropped = ScriptedNetworker(.failure(.interrupted(address)), .text(""))
        var request = NetworkRequest.post([1], to: address) { _ in }
        request.isRepeatable = true
        try await NetworkController(dropped, policy: .untimed(retry: policy), jitter: 0)
            .send(request)
        #expect(dropped.calls.count == 2)
    }

    @Test("knows which methods may be repeated")
    func methods() throws {
        let address = try WebAddress.sample()
        for method in [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace] {
            #expect(NetworkRequest(method, address) { _ in }.isRepeatable)
        }
        for method in [HTTPRequest.Method.post, .patch, .connect] {
            #expect(!NetworkRequest(method, address) { _ in }.isRepeatable)
        }
    }

    @Test("waits for as long as the server asks, even when the own delay is shorter")
    func retryAfter() async throws {
        let busy = NetworkReply(status: .tooManyRequests, fields: [.retryAfter: "7"])
        let networker = ScriptedNetworker(.success(busy), .text("x"))
        let controller = NetworkController(
            networker, clock: clock, policy: .untimed(retry: policy))
        let request = NetworkRequest.text(try .sample())
        async let text = controller.send(request)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(6999))
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await text == "x")
    }

    @Test("does not happen when the server asks to wait too long; the error says for how long")
    func longRetryAfter() async throws {
        let busy = NetworkReply(status: .serviceUnavailable, fields: [.retryAfter: "3600"])
        let networker = ScriptedNetworker(.success(busy))
        let controller = NetworkController(networker, policy: .untimed(retry: policy))
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(.text(try .sample()))
        }
        #expect(networker.calls.count == 1)
        #expect(error.retryAfter == .seconds(3600))
        #expect("\(error)".contains("Try again in 3600 seconds."))
    }

    @Test("ends at once when the task is cancelled while it waits")
    func cancellation() async throws {
        let networker = ScriptedNetworker(.failure(.unreachable(try .sample())))
        let controller = NetworkController(
            networker, clock: clock, policy: .untimed(retry: policy))
        let request = NetworkRequest.text(try .sample())
        let task = Task { try await controller.send(request) }
        await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(networker.calls.count == 1)
    }
}
