import Synchronization

/// Hands values to any number of listeners.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct Listener {
        let receive: @Sendable (Value) -> Void
        let finish: @Sendable () -> Void
    }

    private struct State {
        var last: Value?
        var nextID = 0
        var listeners: [Int: Listener] = [:]
    }

    private let state = Mutex(State())

    /// Begins with no value and no listener.
    package init() {}

    /// The value that was sent last.
    package var last: Value? { state.withLock { $0.last } }

    /// Sends a value to all who listen now.
    package func send(_ value: Value) {
        let listeners = state.withLock { state in
            state.last = value
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.receive(value) }
    }

    /// Sends a value if it differs from the last one.
    package func sendIfNew(_ value: Value) where Value: Equatable {
        guard state.withLock({ $0.last != value }) else { return }
        send(value)
    }

    /// Listens.
    ///
    /// - Parameters:
    ///   - policy: Which values wait for a slow listener; the newest one, unless another policy is
    ///     given.
    ///   - first: The value that comes at once, if there is one; asked for when the listener is
    ///     known already, so that no change is missed in between.
    package func stream(
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1),
        first: () -> Value?
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: policy)
        add(continuation) { $0 }
        if let first = first() { continuation.yield(first) }
        return stream
    }

    /// Listens for the fact that something was sent; several values at once may be one.
    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        add(continuation) { _ in }
        return stream
    }

    private func add<Element: Sendable>(
        _ continuation: AsyncStream<Element>.Continuation,
        _ element: @escaping @Sendable (Value) -> Element
    ) {
        let listener = Listener {
            continuation.yield(element($0))
        } finish: {
            continuation.finish()
        }
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            state.listeners[state.nextID] = listener
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
    }

    deinit {
        for listener in state.withLock({ $0.listeners.values }) { listener.finish() }
    }
}

extension Broadcast<Void> {
    /// Tells all who listen now.
    package func send() { send(()) }
}
