public import TenonCore

/// Observes everything that a person does in any session: the one place for log, recording and idle
/// time.
///
/// All functions are called on the thread that causes what they tell of, and return at once.
public protocol SessionObserving: Sendable {
    /// Called with each input before it is carried out.
    func sessionReceived(_ input: SessionInput)

    /// Called before a session begins, with what its container differs in.
    ///
    /// - Parameters:
    ///   - overrides: Ports of the session only, such as its clock; values of the application's
    ///     lifetime have been made without them.
    ///   - container: The container of the application.
    func sessionWillBegin(_ overrides: inout Overrides, in container: Container)

    /// Called when a session begins, with the location that was asked for.
    func sessionBegan(_ session: Session, at location: Location?)

    /// Called with each input before it is carried out, with the session that it is for.
    func session(_ session: Session, received input: SessionInput)

    /// Called when an input that was received cannot be carried out.
    func session(_ session: Session, refused input: SessionInput, because error: any Error)

    /// Called when a front end has ended well, after its sessions.
    ///
    /// - Returns: What the process exits with instead; `nil` to leave it as it is.
    func endingStatus() async -> ExitStatus?
}

extension SessionObserving {
    /// Does nothing.
    public func sessionReceived(_ input: SessionInput) {}

    /// Changes nothing.
    public func sessionWillBegin(_ overrides: inout Overrides, in container: Container) {}

    /// Does nothing.
    public func sessionBegan(_ session: Session, at location: Location?) {}

    /// Forwards to the function without a session.
    public func session(_ session: Session, received input: SessionInput) {
        sessionReceived(input)
    }

    /// Does nothing.
    public func session(
        _ session: Session, refused input: SessionInput, because error: any Error
    ) {}

    /// Leaves it as it is.
    public func endingStatus() async -> ExitStatus? { nil }
}

extension AnyPort {
    /// The observers of everything that a person does.
    public static let sessionObservers = CollectionPort<any SessionObserving>("sessionObservers")
}
