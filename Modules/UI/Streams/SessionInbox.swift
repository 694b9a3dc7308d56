import Dispatch
import Synchronization
import TenonCore

/// What waits for a front end on standard streams: what its session said, and lines of input.
///
/// One task takes from it. What the session said comes first, so that everything that an input led
/// to is seen before the next input is looked at.
public final class SessionInbox: Sendable {
    /// Something to take.
    public enum Item: Sendable, Equatable {
        /// The session said something.
        case event(SessionEvent)
        /// The session has settled, as ``SessionInbox/watchSettling(of:)`` asked.
        case settled
        /// A line of input.
        case line(InputLine)
        /// The time is over.
        case timeout
        /// The task that takes was cancelled.
        case cancelled
    }

    private struct State {
        var events: [SessionEvent] = []
        var lines: [InputLine] = []
        var isSettled = false
        var settling: Task<Void, Never>?
        var settlings = 0
        var waiter: CheckedContinuation<Void, Never>?
        var isClosed = false

        /// Adds an event; drops outdated screens and progress that were not taken yet.
        ///
        /// A screen may show a secret that must not come up once the next one has hidden it.
        mutating func add(_ event: SessionEvent) {
            events.removeAll { event.replaces($0) }
            events.append(event)
        }

        mutating func take(lines takesLines: Bool) -> Item? {
            if !events.isEmpty { return .event(events.removeFirst()) }
            if isSettled {
                isSettled = false
                return .settled
            }
            guard takesLines, !lines.isEmpty else { return nil }
            return .line(lines.removeFirst())
        }

        func hasItem(lines takesLines: Bool) -> Bool {
            !events.isEmpty || isSettled || (takesLines && !lines.isEmpty)
        }
    }

    /// How many lines may wait before the thread that reads them has to wait.
    private static let capacity = 256

    private let state = Mutex(State())
    private let room: DispatchSemaphore

    /// Makes an empty inbox.
    public init() {
        // Raised after it is made: a semaphore must not be released below its first value.
        room = DispatchSemaphore(value: 0)
        for _ in 0..<Self.capacity { room.signal() }
    }

    /// The number of lines that wait.
    public var waitingLines: Int { state.withLock(\.lines.count) }

    /// Adds all events of a session from now on.
    public func connect(_ session: Session) {
        session.listen { [self] event in put { $0.add(event) } }
    }

    /// Puts a line in; blocks the calling thread while too many wait.
    ///
    /// - Returns: Whether further lines are wanted.
    public func add(_ line: InputLine) -> Bool {
        room.wait()
        put { $0.lines.append(line) }
        return state.withLock { !$0.isClosed }
    }

    /// Adds ``Item/settled`` when a session has settled; replaces an earlier request.
    public func watchSettling(of session: Session) {
        let (id, old) = state.withLock { state in
            state.isSettled = false
            state.settlings += 1
            return (state.settlings, state.settling)
        }
        old?.cancel()
        let task = Task { [self] in
            await session.settle()
            guard !Task.isCancelled else { return }
            put { state in
                if state.settlings == id { state.isSettled = true }
            }
        }
        state.withLock { $0.settling = task }
    }

    /// Releases the thread that waits to put a line in; lines are dropped from now on.
    public func close() {
        let task = state.withLock { state in
            defer { state.settling = nil }
            state.isClosed = true
            state.lines = []
            return state.settling
        }
        task?.cancel()
        for _ in 0..<Self.capacity { room.signal() }
    }

    /// Takes what waits; `nil` when there is nothing of that kind now.
    public func take(lines: Bool = true) -> Item? {
        let item = state.withLock { $0.take(lines: lines) }
        if case .line = item { room.signal() }
        return item
    }

    /// Takes what comes next.
    ///
    /// - Parameters:
    ///   - lines: Whether lines are wanted; those that come meanwhile wait.
    ///   - deadline: When to return with ``Item/timeout``.
    public func next(
        lines: Bool = true, until deadline: ContinuousClock.Instant? = nil
    ) async -> Item {
        while !Task.isCancelled {
            if let item = take(lines: lines) { return item }
            if let deadline, deadline <= .now { return .timeout }
            await waitForItem(lines: lines, until: deadline)
        }
        return .cancelled
    }

    private func waitForItem(lines: Bool, until deadline: ContinuousClock.Instant?) async {
        let alarm = deadline.map { deadline in
            Task { [self] in
                try? await Task.sleep(until: deadline, clock: .continuous)
                wake()
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isNeedless = state.withLock { state in
                    let isOver = deadline.map { $0 <= .now } ?? false
                    guard !state.hasItem(lines: lines), !Task.isCancelled, !isOver else {
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isNeedless { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        alarm?.cancel()
    }

    private func put(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.isClosed { change(&state) }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func wake() { put { _ in } }
}

extension SessionEvent {
    /// Whether this event makes an earlier one obsolete.
    fileprivate func replaces(_ earlier: SessionEvent) -> Bool {
        switch (self, earlier) {
        case (.screen, .screen): true
        case (.covered(let new), .covered(let old)): new.location == old.location
        case (.progress(let new), .progress(let old)): new.id == old.id
        default: false
        }
    }
}
