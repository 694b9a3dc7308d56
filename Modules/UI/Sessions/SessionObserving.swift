public import TenonCore

/// Observes everything that a person does in any session: the one place for log, recording and idle
/// time.
///
/// All functions are called on the thread that causes what they tell of, and return at once.
public protocol SessionObserving: Sendable {
    /// Called with each input before it is carried out.
    func sessionReceived(_ input: SessionInput)

    /// Called when a session begins, with the location that was asked for.
    func sessionBegan(_ session: Session, at location: Location?)

    /// Called with each input before it is carried out, with the session that it is for.
    func session(_ session: Session, received input: SessionInput)

    /// Called when an input that was received cannot be carried out.
    func session(_ session: Session, refused input: SessionInput, because error: any Error)
}

extension SessionObserving {
    /// Does nothing.
    public func sessionReceived(_ input: SessionInput) {}

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
}

extension AnyPort {
    /// The observers of everything that a person does.
    public static let sessionObservers = CollectionPort<any SessionObserving>("sessionObservers")
}
