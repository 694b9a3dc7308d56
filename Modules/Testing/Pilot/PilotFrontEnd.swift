public import TenonCore
public import TenonUI

/// A front end without a person: opens a session and waits for its end.
///
/// For applications that are booted in tests; a ``SessionPilot`` is the person.
public struct PilotFrontEnd: ScreenFrontEnd {
    private let opened: @Sendable (Session) -> Void

    /// Makes a front end.
    ///
    /// - Parameter opened: Gets the session as soon as there is something to see.
    public init(opened: @escaping @Sendable (Session) -> Void = { _ in }) { self.opened = opened }

    /// Runs one session until it ends or the task is cancelled.
    public func run(_ host: SessionHost) async throws -> ExitStatus {
        let session = try await host.openSession()
        opened(session)
        for await _ in session.events() {}
        session.end()
        return .success
    }
}
