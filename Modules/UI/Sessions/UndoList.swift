import Synchronization
import TenonCore

/// What a person can take back in a session, each for a short time and once.
final class UndoList: Sendable {
    /// Takes something back.
    typealias Operation = @Sendable () async throws -> Void

    private struct State {
        var operations: [String: Operation] = [:]
        var next = 1
        var isClosed = false
    }

    /// How long something can be taken back.
    static let time = Duration.seconds(10)

    private let feed: SessionFeed
    private let state = Mutex(State())

    init(feed: SessionFeed) { self.feed = feed }

    /// Tells a notice with a way to take back what it is about.
    func offer(_ notice: Notice, _ operation: @escaping Operation) {
        let id = state.withLock { state -> String? in
            guard !state.isClosed else { return nil }
            defer { state.next += 1 }
            let id = "u\(state.next)"
            state.operations[id] = operation
            var notice = notice
            notice.undo = id
            // Under the lock, so that no listener hears of the end before the beginning.
            feed.emit(.notice(notice))
            return id
        }
        guard let id else { return feed.emit(.notice(notice)) }
        Task { [weak self] in
            try? await Task.sleep(for: Self.time)
            self?.take(id)
        }
    }

    /// Takes an operation from the list; `nil` when it is too late for it.
    @discardableResult
    func take(_ id: String) -> Operation? {
        state.withLock { state in
            guard let operation = state.operations.removeValue(forKey: id) else { return nil }
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
