public import TenonCore

extension AnyPort {
    /// The ports by which anything below the user interface speaks to the person.
    public static let questions: [AnyPort] = [
        .alerts, .confirmations, .prompts, .notices, .progress,
    ]
}

extension Registrar {
    /// Registers a front end's presenter for all ports of ``TenonCore/AnyPort/questions``.
    ///
    /// Inside a session, questions go to its screens.
    ///
    /// - Parameter makeOutside: Makes what presents outside any session; called for each port.
    public mutating func provideQuestions(
        outside makeOutside: @escaping @Sendable (Resolver) async throws -> some Presenting
    ) {
        provide(.alerts) { SessionPresenter(outside: try await makeOutside($0)) }
        provide(.confirmations) { SessionPresenter(outside: try await makeOutside($0)) }
        provide(.prompts) { SessionPresenter(outside: try await makeOutside($0)) }
        provide(.notices) { SessionPresenter(outside: try await makeOutside($0)) }
        provide(.progress) { SessionPresenter(outside: try await makeOutside($0)) }
    }
}
