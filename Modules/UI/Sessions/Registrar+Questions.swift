public import TenonCore

extension Registrar {
    /// Registers a front end's presenter for all ports by which anything below the user interface
    /// speaks to the person: alerts, confirmations, prompts, notices and progress.
    ///
    /// Inside a session, questions go to its screens.
    ///
    /// - Parameters:
    ///   - needs: The ports whose values `makeOutside` gets, in this order.
    ///   - makeOutside: Makes what presents outside any session; called for each port.
    public mutating func provideQuestions<each Need, Presenter: Presenting>(
        using needs: repeat ResolvablePort<each Need>,
        outside makeOutside: @escaping @Sendable (repeat each Need) async throws -> Presenter
    ) {
        let make: @Sendable (repeat each Need) async throws -> SessionPresenter<Presenter> = {
            (need: repeat each Need) in
            SessionPresenter(outside: try await makeOutside(repeat each need))
        }
        provide(.alerts, using: repeat each needs, make: make)
        provide(.confirmations, using: repeat each needs, make: make)
        provide(.prompts, using: repeat each needs, make: make)
        provide(.notices, using: repeat each needs, make: make)
        provide(.progress, using: repeat each needs, make: make)
    }
}
