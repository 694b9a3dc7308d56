import Synchronization
import TenonCore

/// Work of a scene that can be cancelled while the scene goes on to listen to how it ends.
///
/// A cancelled effect may not emit any more. An import that is cancelled at its very end may still
/// have succeeded, and the person has to be told which of both it was.
final class ImportWork: Sendable {
    private let stop = Mutex<(@Sendable () -> Void)?>(nil)

    /// Runs an operation until it ends, with or without being cancelled.
    func run<Result: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task(operation: operation)
        stop.withLock { $0 = { task.cancel() } }
        defer { stop.withLock { $0 = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels what is running.
    func cancel() { stop.withLock { $0 }?() }
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
