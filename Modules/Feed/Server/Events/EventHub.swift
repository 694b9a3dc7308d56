import Synchronization
import TenonCore

/// Tells those who listen what happens, as server-sent events (WHATWG HTML, section 9.2).
///
/// The last events are kept, so that one who comes again with the name of the last one misses none.
final class EventHub: Sendable {
    /// Who listens, and to what.
    enum Listener: Sendable, Hashable {
        case account(Int64)
        case everyone
    }

    /// Whom an event is for.
    enum Audience: Sendable {
        case accounts(Set<Int64>)
        /// Those who listen to what all may see.
        case everyone
        /// All who listen to anything.
        case listeners

        func contains(_ listener: Listener) -> Bool {
            switch (self, listener) {
            case (.listeners, _), (.everyone, .everyone): true
            case (.accounts(let accounts), .account(let account)): accounts.contains(account)
            default: false
            }
        }
    }

    private struct Event: Sendable {
        let number: Int
        let audience: Audience
        let bytes: [UInt8]
    }

    private struct State {
        var number: Int
        var last: [Event] = []
        var listeners: [Int: (Listener, AsyncStream<[UInt8]>.Continuation)] = [:]
        var count = 0
        var beat: Task<Void, Never>?
    }

    private static let kept = 200
    private static let interval = Duration.seconds(15)

    private let state: Mutex<State>

    /// Makes a hub.
    ///
    /// - Parameter start: The number of the first event; one that no hub before it has reached.
    init(start: Int) { state = Mutex(State(number: start)) }

    /// Begins to say now and then that the streams are alive.
    func start() {
        let beat = Task { [weak self] in
            while (try? await Task.sleep(for: Self.interval)) != nil {
                self?.yieldToAll(Array(":thump\n".utf8))
            }
        }
        state.withLock { $0.beat = beat }
    }

    /// Ends all streams.
    func stop() {
        let (beat, listeners) = state.withLock { state in
            defer { (state.beat, state.listeners) = (nil, [:]) }
            return (state.beat, state.listeners.values.map(\.1))
        }
        beat?.cancel()
        for listener in listeners { listener.finish() }
    }

    private func yieldToAll(_ bytes: [UInt8]) {
        for (_, pieces) in state.withLock({ Array($0.listeners.values) }) { pieces.yield(bytes) }
    }

    /// Sends an event.
    func send(_ type: String, _ value: JSONValue, to audience: Audience) {
        var data: [UInt8] = []
        if case .string(let text) = value {
            data = text.withBytes { Array($0) }
        } else {
            value.write { data.append(contentsOf: $0) }
        }
        state.withLock { state in
            state.number += 1
            let head = "id: \(state.number)\nevent: \(type)\ndata: "
            let event = Event(
                number: state.number, audience: audience,
                bytes: Array(head.utf8) + data + Array("\n\n".utf8))
            state.last = state.last.suffix(Self.kept - 1) + [event]
            for (listener, pieces) in state.listeners.values where audience.contains(listener) {
                pieces.yield(event.bytes)
            }
        }
    }

    /// The events for somebody.
    ///
    /// - Parameters:
    ///   - listener: Who it is.
    ///   - last: The number of the last event that it has; `nil` for none.
    func listen(_ listener: Listener, after last: Int?) -> AsyncStream<[UInt8]> {
        let (stream, pieces) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingNewest(Self.kept))
        pieces.yield(Array(":)\n".utf8))
        let count = state.withLock { state in
            if let last {
                for event in state.last
                where event.number > last && event.audience.contains(listener) {
                    pieces.yield(event.bytes)
                }
            }
            state.count += 1
            state.listeners[state.count] = (listener, pieces)
            return state.count
        }
        pieces.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[count] = nil }
        }
        return stream
    }
}
