import TenonCore

/// The navigation requests, in the order in which they came.
struct NavigationQueue: Sendable {
    /// A request, and the scene that made it; `nil` when it came from elsewhere.
    struct Request: Sendable {
        let event: NavigationEvent
        let scene: Int?
    }

    /// The requests; read by one task.
    let requests: AsyncStream<Request>

    private let continuation: AsyncStream<Request>.Continuation
    private let gate: ActivityGate

    init(gate: ActivityGate) {
        self.gate = gate
        (requests, continuation) = AsyncStream.makeStream(of: Request.self)
    }

    /// Adds a request; the person waits until ``didFinish()``.
    func add(_ event: NavigationEvent, from scene: Int? = nil) {
        gate.changeActivity(by: 1)
        continuation.yield(Request(event: event, scene: scene))
    }

    /// Notes that one request was carried out.
    func didFinish() { gate.changeActivity(by: -1) }

    /// Takes no further requests.
    func close() { continuation.finish() }
}
