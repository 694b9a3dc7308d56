public import TenonCore

/// Hears of everything that a person does in any session: the one place for log, recording and
/// idle time.
public protocol SessionObserving: Sendable {
    /// Called with each input before it is carried out; must return at once.
    func sessionReceived(_ input: SessionInput)
}

extension AnyPort {
    /// Those who hear of everything that a person does.
    public static let sessionObservers = CollectionPort<any SessionObserving>("sessionObservers")
}
