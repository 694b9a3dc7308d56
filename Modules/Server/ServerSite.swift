import Synchronization
import TenonCore
import TenonNetworking

/// What the server answers, apart from HTTP: its endpoints, and those about itself.
final class ServerSite: Sendable {
    let limits: ServerLimits
    /// The proxies that are believed about who has asked them; `nil` for none.
    let proxies: TrustedProxies?
    let log: ServerLog
    let metrics = ServerMetrics()
    let memory = MemoryReturn()
    /// How long answers may take.
    let answers: Deadline
    /// How long the content of a request may take.
    let bodies: Deadline
    /// How long each check of readiness may take.
    private let readiness: Deadline

    private let contributed: [Endpoint]
    private let checks: [ReadinessCheck]
    private let stopping = Atomic(false)

    init(
        endpoints: [Endpoint], checks: [ReadinessCheck], limits: ServerLimits,
        proxies: TrustedProxies?, log: ServerLog
    ) {
        contributed = endpoints
        self.checks = checks
        self.limits = limits
        self.proxies = proxies
        answers = Deadline(limits.answerTime)
        bodies = Deadline(limits.bodyTime)
        readiness = Deadline(limits.checkTime)
        self.log = log
    }

    /// Lets `/ready` fail from now on.
    func beginToStop() { stopping.store(true, ordering: .releasing) }

    /// Counts and logs a request that was answered; see ``ServerMetrics/end(_:_:_:_:)``.
    func didAnswer(_ method: String, _ route: String, _ status: Int, _ time: Duration) {
        metrics.end(method, route, status, time)
        log.note(
            "request",
            [
                ("method", .string(method)), ("route", .string(route)), ("status", .number(status)),
                ("microseconds", .number(Int(time / .microseconds(1)))),
            ])
    }

    /// The endpoint of a request, with the values of its parameters.
    ///
    /// - Throws: A ``ProblemDocument`` when there is none.
    func endpoint(
        method: String, path: String
    ) throws(ProblemDocument) -> (Endpoint, parameters: [String: String]) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var methods: [String] = []
        func find(in endpoints: [Endpoint]) -> (Endpoint, parameters: [String: String])? {
            for endpoint in endpoints {
                guard let parameters = endpoint.parameters(in: segments) else { continue }
                guard endpoint.method != method else { return (endpoint, parameters) }
                methods.append(endpoint.method)
            }
            return nil
        }
        if let found = find(in: contributed) ?? find(in: own) { return found }
        guard methods.isEmpty else { throw .method(allowed: methods) }
        throw .notFound
    }

    private var own: [Endpoint] {
        [
            Endpoint("GET", "/health") { _ in .text("ok\n") },
            Endpoint("GET", "/ready") { [self] _ in try await ready() },
            Endpoint("GET", "/metrics") { [self] _ in
                .text(metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }

    private func ready() async throws -> ServedReply {
        guard !stopping.load(ordering: .acquiring) else {
            throw ProblemDocument.notReady("The server is shutting down.")
        }
        for check in checks {
            let problem = ProblemDocument.notReady("Not in order: \(check.name).")
            do {
                try await readiness.limit(orThrow: problem) { _ in try await check.check() }
            } catch {
                log.note(error, at: "/ready")
                throw problem
            }
        }
        return .text("ready\n")
    }
}

extension ProblemDocument {
    static let notFound = ProblemDocument(
        404, "not-found", "Not found", detail: "The server has nothing at this path.")

    static func method(allowed: [String]) -> ProblemDocument {
        let list = allowed.sorted().joined(separator: ", ")
        return ProblemDocument(
            405, "method", "Method not allowed", detail: "This path takes \(list).",
            fields: ["Allow": list])
    }

    static func tooLarge(_ limit: Int) -> ProblemDocument {
        ProblemDocument(
            413, "too-large", "Content too large",
            detail: "The content of this request may have at most \(limit) bytes.",
            // The rest of the content would be read as the next request.
            fields: ["Connection": "close"])
    }

    static let slow = ProblemDocument(
        408, "slow", "Request timeout", detail: "The content did not arrive in time.",
        fields: ["Connection": "close"])

    static func notReady(_ detail: String) -> ProblemDocument {
        ProblemDocument(503, "not-ready", "Not ready", detail: detail, fields: ["Retry-After": "5"])
    }

    static let busy = ProblemDocument(
        503, "busy", "Busy", detail: "The answer took too long; nothing is known of the request.",
        fields: ["Retry-After": "5"])

    static let away = ProblemDocument(
        503, "away", "Not available",
        detail: "Something that the server needs is busy or away; nothing is known of the request.",
        fields: ["Retry-After": "5"])

    static let full = ProblemDocument(
        507, "server-full", "The server is full",
        detail: "The disk of the server has no room left.",
        fields: ["Retry-After": "60"])

    static let defect = ProblemDocument(
        500, "defect", "Internal problem",
        detail: "The request was not carried out because of a defect of the server.")

    static let malformed = ProblemDocument(
        400, "malformed", "Malformed request", detail: "This is not a request of HTTP/1.1.")
}
