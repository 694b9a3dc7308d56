/// What a store tells its surroundings.
public struct StoreHooks: Sendable {
    /// Called with the name of every action, without its values, before it is mutated.
    public var willSend: (@Sendable (String) -> Void)?
    /// Called with the change of the number of running foreground effects, +1 or −1.
    public var activity: @Sendable (Int) -> Void
    /// Takes the errors for which the interactor declares no mutation, except cancellation.
    public var failed: @Sendable (any Error) -> Void
    /// The container that effects find in ``Environment/current``.
    public var container: Container?

    /// Makes hooks; by default nothing listens, and errors become alerts of the container.
    ///
    /// Without a container either, in a test of an interactor alone, an error that is not declared
    /// stops a debug build.
    public init(
        willSend: (@Sendable (String) -> Void)? = nil,
        activity: @escaping @Sendable (Int) -> Void = { _ in },
        failed: (@Sendable (any Error) -> Void)? = nil, container: Container? = nil
    ) {
        self.willSend = willSend
        self.activity = activity
        self.failed = failed ?? { Self.show($0, to: container) }
        self.container = container
    }

    private static func show(_ error: any Error, to container: Container?) {
        guard let container else {
            return assertionFailure("An effect failed, and nobody takes its error: \(error)")
        }
        let text = container.text(of: Explanation(error).sentence)
        Task { _ = await container[.alerts].present(Alert(title: "", message: text)) }
    }
}
