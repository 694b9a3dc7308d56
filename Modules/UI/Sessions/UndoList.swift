import Synchronization
import TenonCore
import TenonMemory

/// What a person can take back in a session, each for a short time and once.
final class UndoList: Sendable {
    /// Takes something back.
    typealias Operation = @Sendable () async throws -> Void

    private struct State {
        var operations: [String: Operation] = [:]
        /// What ends the time of each.
        var ends: [String: Task<Void, Never>] = [:]
        var next = 1
        var isClosed = false
    }

    /// How long something can be taken back.
    private static let time = Duration.seconds(10) * Patience.factor

    private let feed: SessionFeed
    private let clock: (any TimeTelling)?
    private let state = Mutex(State())

    /// Makes an empty list.
    ///
    /// - Parameters:
    ///   - feed: Tells of the notices, and of the end of their time.
    ///   - clock: The clock of the application, which a small one may not have.
    init(feed: SessionFeed, clock: (any TimeTelling)?) {
        self.feed = feed
        self.clock = clock
    }

    /// Tells a notice with a way to take back what it is about.
    func offer(_ notice: Notice, _ operation: @escaping Operation) {
        let isOffered = state.withLock { state in
            guard !state.isClosed else { return false }
            defer { state.next += 1 }
            let id = "u\(state.next)"
            state.operations[id] = operation
            var notice = notice
            notice.undo = id
            // Under the lock, so that no listener hears of the end before the beginning.
            feed.emit(.notice(notice))
            state.ends[id] = Task { [weak self, clock] in
                try? await clock.sleep(for: Self.time)
                self?.take(id)
            }
            return true
        }
        if !isOffered { feed.emit(.notice(notice)) }
    }

    /// Takes an operation from the list; `nil` when it is too late for it.
    @discardableResult
    func take(_ id: String) -> Operation? {
        state.withLock { state in
            guard let operation = state.operations.removeValue(forKey: id) else { return nil }
            state.ends.removeValue(forKey: id)?.cancel()
            feed.emit(.undoClosed(id))
            return operation
        }
    }

    /// Ends the time of all that is offered now.
    func cancelAll() {
        for id in state.withLock({ $0.operations.keys.sorted() }) { take(id) }
    }

    /// Ends the time of everything, now and later.
    func close() {
        state.withLock { $0.isClosed = true }
        cancelAll()
    }
}
