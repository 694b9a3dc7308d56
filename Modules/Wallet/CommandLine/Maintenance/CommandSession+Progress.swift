import TenonCore
import TenonUI

extension CommandSession {
    /// Runs something that takes a while, and shows progress.
    func working<Result>(
        _ title: CommandText, _ body: () async throws -> Result
    ) async throws -> Result {
        let task = TaskProgress(id: title.rawValue, title: localizer(title))
        let progress = container[.progress]
        progress.report(task)
        var finished = task
        finished.isFinished = true
        defer { progress.report(finished) }
        return try await body()
    }
}
