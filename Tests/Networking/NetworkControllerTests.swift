import HTTPTypes
import TenonCore
import TenonNetworking
import TenonTesting
import Testing

@Suite("A network controller")
struct NetworkControllerTests {
    private struct NoNumber: Error {}

    private func number(at path: String = "/") throws -> NetworkRequest<Int> {
        .get(try .sample(path)) { reply in
            guard let number = Int(String(decoding: reply.body, as: UTF8.self)) else {
                throw NoNumber()
            }
            return number
        }
    }

    // MARK: - Parsing

    @Test("gives what the parser makes of the reply")
    func parsing() async throws {
        let controller = NetworkController(ScriptedNetworker(.text("42")))
        #expect(try await controller.send(number()) == 42)
        #expect(try await controller.send(.bytes(try .sample())) == [52, 50])
    }

    @Test("says that a reply cannot be read, with the parser's error as the cause")
    func unreadable() async throws {
        let controller = NetworkController(ScriptedNetworker(.text("s3cret")))
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(number(at: "/p?token=s3cret"))
        }
        #expect(error.code == .networkUnreadable)
        #expect(error.cause is NoNumber)
        #expect(!"\(error)".contains("s3cret"))
        let broken = NetworkController(
            ScriptedNetworker(.success(NetworkReply(status: .ok, body: [0xFF]))))
        await #expect(throws: NetworkError.self) { try await broken.send(.text(try .sample())) }
    }

    @Test("hands statuses to a parser that understands them")
    func acceptedStatuses() async throws {
        let controller = NetworkController(
            ScriptedNetworker(.success(NetworkReply(status: .notFound))))
        var request = NetworkRequest<Bool>.get(try .sample()) { $0.statusCode != 404 }
        await #expect(throws: NetworkError.self) { try await controller.send(request) }
        request.acceptedStatuses = [404]
        #expect(try await !controller.send(request))
    }

    @Test("passes on what the request says")
    func passingOn() async throws {
        let networker = ScriptedNetworker(.text(""))
        var request = NetworkRequest(
            .put, try .sample("/a?b"), fields: [.accept: "x"], body: [7]
        ) { _ in }
        request.maximumReply = 99
        try await NetworkController(networker).send(request)
        let call = try #require(networker.calls.first)
        #expect(call.method == .put)
        #expect(call.address == request.address)
        #expect(call.fields == [.accept: "x"])
        #expect(call.body == [7])
        #expect(call.maximumReply == 99)
    }

    @Test("makes one of its own errors of what a provider throws against its contract")
    func strangeError() async throws {
        let controller = NetworkController(ScriptedNetworker { _, _ in throw NoNumber() })
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(number())
        }
        #expect(error.cause is NoNumber)
    }

    // MARK: - Telling

    private let title: NetworkErrorPolicy = .tell(title: "The number was not fetched")

    @Test("tells the person nothing unless asked to")
    func returning() async throws {
        let alerts = ScriptedAlerts()
        let controller = NetworkController(
            ScriptedNetworker(.failure(.unreachable(try .sample()))), alerts: alerts)
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(number())
        }
        #expect(alerts.alerts.isEmpty)
        #expect(!error.isTold)
    }

    @Test("tells the person, tries again when asked to, and succeeds")
    func tryingAgain() async throws {
        let alerts = ScriptedAlerts("try-again")
        let networker = ScriptedNetworker(.failure(.unreachable(try .sample())), .text("7"))
        let controller = NetworkController(networker, alerts: alerts)
        #expect(try await controller.send(number(), onError: title) == 7)
        let alert = try #require(alerts.alerts.first)
        #expect(alerts.alerts.count == 1)
        #expect(alert.title == "The number was not fetched")
        #expect(alert.message.hasPrefix("https://example.org cannot be reached. Check "))
        #expect(alert.choices == [Alert.Choice(id: "try-again", title: "Try again")])
    }

    @Test("throws what the person was told when it is dismissed, and says so")
    func dismissing() async throws {
        let alerts = ScriptedAlerts("try-again", nil)
        let networker = ScriptedNetworker(.success(NetworkReply(status: .badGateway)))
        let controller = NetworkController(networker, alerts: alerts)
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(number(), onError: title)
        }
        #expect(error.isTold)
        #expect(error.status == 502)
        #expect(alerts.alerts.count == 2)
        #expect(networker.calls.count == 2)
    }

    @Test("repeats by itself first, and anew each time that the person asks")
    func repetitions() async throws {
        let alerts = ScriptedAlerts("try-again", nil)
        let networker = ScriptedNetworker(.success(NetworkReply(status: .badGateway)))
        let policy = NetworkPolicy.untimed(retry: RetryPolicy(maximumAttempts: 3))
        let controller = NetworkController(
            networker, alerts: alerts, policy: policy, jitter: 0)
        await #expect(throws: NetworkError.self) {
            try await controller.send(number(), onError: title)
        }
        #expect(networker.calls.count == 6)
    }

    @Test("says when something may have been done all the same")
    func doubt() async throws {
        let alerts = ScriptedAlerts()
        let controller = NetworkController(
            ScriptedNetworker(.failure(.interrupted(try .sample()))), alerts: alerts)
        await #expect(throws: NetworkError.self) {
            try await controller.send(.post([1], to: try .sample()) { _ in }, onError: title)
        }
        #expect(alerts.alerts[0].message.contains("It may have been done anyway."))
        await #expect(throws: NetworkError.self) {
            try await controller.send(number(), onError: title)
        }
        #expect(!alerts.alerts[1].message.contains("It may have been done anyway."))
    }

    @Test("speaks the person's language")
    func language() async throws {
        let alerts = ScriptedAlerts()
        let controller = NetworkController(
            networker: ScriptedNetworker(.failure(.unreachable(try .sample()))),
            clock: ManualClock(), alerts: alerts, say: { "<\($0.pattern)>" }, policy: .untimed())
        await #expect(throws: NetworkError.self) {
            try await controller.send(number(), onError: title)
        }
        let alert = try #require(alerts.alerts.first)
        #expect(alert.title == "<The number was not fetched>")
        #expect(alert.message.hasPrefix("<{0} cannot be reached.> <Check"))
        #expect(alert.choices.map(\.title) == ["<Try again>"])
    }

    @Test("ends when the task is cancelled while the person thinks")
    func cancelledQuestion() async throws {
        struct Thinking: AlertPresenting {
            func present(_ alert: Alert) async -> String? {
                // Time: it is cancelled long before that.
                try? await Task.sleep(for: .seconds(3600))
                return "try-again"
            }
        }
        let networker = ScriptedNetworker(.failure(.unreachable(try .sample())))
        let controller = NetworkController(networker, alerts: Thinking())
        let request = try number()
        let title = title
        let task = Task { try await controller.send(request, onError: title) }
        while networker.calls.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(networker.calls.count == 1)
    }
}
