import TenonCore

/// The wishes to go somewhere, in the order in which they came.
struct NavigationQueue: Sendable {
    /// A wish, and the scene that has it; `nil` when it came from elsewhere.
    struct Request: Sendable {
        let event: NavigationEvent
        let scene: Int?
    }

    /// The wishes; read by one task.
    let requests: AsyncStream<Request>

    private let continuation: AsyncStream<Request>.Continuation
    private let gate: ActivityGate

    init(gate: ActivityGate) {
        self.gate = gate
        (requests, continuation) = AsyncStream.makeStream(of: Request.self)
    }

    /// Adds a wish; the person waits until ``didFinish()``.
    func add(_ event: NavigationEvent, from scene: Int? = nil) {
        gate.changeActivity(by: 1)
        continuation.yield(Request(event: event, scene: scene))
    }

    /// Says that one wish was dealt with.
    func didFinish() { gate.changeActivity(by: -1) }

    /// Takes no further wishes.
    func close() { continuation.finish() }
}
