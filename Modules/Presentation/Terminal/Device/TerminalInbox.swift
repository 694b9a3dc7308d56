import Synchronization
import TenonCore
import TenonUI

/// What waits for the conversation: what its session said, what was typed, what the terminal did.
///
/// One task takes from it, all at once, so that a picture is drawn when everything is known.
final class TerminalInbox: Sendable {
    /// Something to take.
    enum Item: Sendable, Equatable {
        case session(SessionEvent)
        /// The session has settled, as ``TerminalInbox/watchSettling(of:)`` asked.
        case settled
        case input(InputEvent)
        /// The terminal has another size.
        case resized
        /// The person wants the process to stop for a while.
        case suspended
        /// The process was stopped and goes on.
        case resumed
        /// The terminal is gone.
        case closed
        /// An image has come.
        case picture
        /// Something was said outside the session.
        case notice(Notice)
    }

    private struct State {
        var items: [Item] = []
        var settling: Task<Void, Never>?
        var settlings = 0
        var waiter: CheckedContinuation<Void, Never>?
        var isClosed = false

        /// Adds an item and drops outdated ones: a screen may show a secret that must not come up
        /// once the next one has hidden it.
        mutating func add(_ item: Item) {
            switch item {
            case .session(.screen):
                items.removeAll { if case .session(.screen) = $0 { true } else { false } }
            case .session(.covered(let new)):
                items.removeAll {
                    if case .session(.covered(let old)) = $0 {
                        old.location == new.location
                    } else {
                        false
                    }
                }
            default: break
            }
            items.append(item)
        }
    }

    private let state = Mutex(State())

    /// Adds all events of a session from now on.
    func connect(_ session: Session) {
        session.listen { [self] event in put([.session(event)]) }
    }

    /// Adds items; `false` when no more are taken.
    @discardableResult
    func put(_ items: [Item]) -> Bool {
        let (waiter, isOpen) = state.withLock { state in
            if !state.isClosed { for item in items { state.add(item) } }
            defer { state.waiter = nil }
            return (state.waiter, !state.isClosed)
        }
        waiter?.resume()
        return isOpen
    }

    /// Adds ``Item/settled`` when a session has settled; replaces an earlier request.
    func watchSettling(of session: Session) {
        let (id, old) = state.withLock { state in
            state.settlings += 1
            return (state.settlings, state.settling)
        }
        old?.cancel()
        let task = Task { [self] in
            await session.settle()
            let isWanted = state.withLock { $0.settlings == id }
            if !Task.isCancelled, isWanted { put([.settled]) }
        }
        state.withLock { $0.settling = task }
    }

    /// Takes nothing more in.
    func close() {
        let task = state.withLock { state in
            state.isClosed = true
            state.items = []
            defer { state.settling = nil }
            return state.settling
        }
        task?.cancel()
    }

    /// Takes all that waits, as soon as something does; nothing when the time is over.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func next(until deadline: ContinuousClock.Instant? = nil) async throws -> [Item] {
        while true {
            try Task.checkCancellation()
            let items = state.withLock { state in
                defer { state.items = [] }
                return state.items
            }
            if !items.isEmpty { return items }
            if let deadline, deadline <= .now { return [] }
            await wait(until: deadline)
        }
    }

    private func wait(until deadline: ContinuousClock.Instant?) async {
        let alarm = deadline.map { deadline in
            Task { [self] in
                try? await Task.sleep(until: deadline, clock: .continuous)
                put([])
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isNeedless = state.withLock { state in
                    let isOver = deadline.map { $0 <= .now } ?? false
                    guard state.items.isEmpty, !Task.isCancelled, !isOver else { return true }
                    state.waiter = continuation
                    return false
                }
                if isNeedless { continuation.resume() }
            }
        } onCancel: {
            put([])
        }
        alarm?.cancel()
    }
}
