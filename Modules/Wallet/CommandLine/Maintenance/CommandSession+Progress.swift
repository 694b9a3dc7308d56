import TenonCore
import TenonUI

extension CommandSession {
    /// Runs something that takes a while, and shows that it does.
    func working<Result>(
        _ title: CommandText, _ body: () async throws -> Result
    ) async throws -> Result {
        try await working(localizer(title)) { report in
            report(0, nil)
            return try await body()
        }
    }

    /// Runs something that says how far it is, and shows that.
    ///
    /// - Parameters:
    ///   - title: What is done.
    ///   - body: Gets a closure that takes the number of finished steps and that of all.
    func working<Result>(
        _ title: String, _ body: (@escaping @Sendable (Int, Int?) -> Void) async throws -> Result
    ) async throws -> Result {
        let progress = container[.progress]
        defer { progress.report(TaskProgress(id: "work", title: title, isFinished: true)) }
        return try await body { completed, total in
            progress.report(
                TaskProgress(id: "work", title: title, completed: completed, total: total))
        }
    }
}
