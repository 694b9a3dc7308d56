import Synchronization
import TenonCore

/// Work of a scene that can be cancelled while the scene goes on to listen to how it ends.
///
/// A cancelled effect may not emit any more. An import that is cancelled at its very end may still
/// have succeeded, and the person has to be told which of both it was.
final class ImportWork: Sendable {
    private struct State {
        var isCancelled = false
        var stop: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Forgets that earlier work was cancelled; before new work is started.
    func prepare() { state.withLock { $0.isCancelled = false } }

    /// Runs an operation until it ends, with or without being cancelled.
    func run<Result: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task(operation: operation)
        let isCancelled = state.withLock { state in
            state.stop = { task.cancel() }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        defer { state.withLock { $0.stop = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels what is running, or about to run.
    func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            return state.stop
        }
        stop?()
    }
}

/// Passes progress on, at most a hundred times, to the scene and to the progress port.
final class ProgressReporter: Sendable {
    private let id: String
    private let title: String
    private let presenter: any ProgressPresenting
    private let advance: @Sendable (ImportProgress) -> Void
    private let lastPercent = Mutex(-1)

    init(
        id: String, title: String, presenter: any ProgressPresenting,
        advance: @escaping @Sendable (ImportProgress) -> Void
    ) {
        self.id = id
        self.title = title
        self.presenter = presenter
        self.advance = advance
    }

    func report(_ progress: ImportProgress) {
        let percent = progress.completed * 100 / max(1, progress.total)
        let isNew = lastPercent.withLock { last in
            defer { last = max(last, percent) }
            return percent > last
        }
        guard isNew else { return }
        presenter.report(
            TaskProgress(
                id: id, title: title, completed: progress.completed, total: progress.total))
        advance(progress)
    }

    func finish() {
        presenter.report(TaskProgress(id: id, title: title, isFinished: true))
    }
}
