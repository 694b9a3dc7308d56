import Synchronization
import TenonCore

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
