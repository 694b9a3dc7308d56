/// A presentation that can run an application.
public protocol FrontEnd: Sendable {
    /// Runs until the person ends it, or until the task is cancelled.
    ///
    /// - Returns: What the process exits with.
    func run(in container: Container) async throws -> ExitStatus
}
