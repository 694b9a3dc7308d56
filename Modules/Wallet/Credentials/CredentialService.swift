package import TenonCore

/// Answers git, docker and browsers from one vault.
///
/// It knows the protocols and nothing of processes, sockets or files.
package struct CredentialService: Sendable {
    private let store: any CredentialStore
    private let person: any PersonAsking

    /// Answers from a vault.
    ///
    /// - Parameters:
    ///   - store: The vault.
    ///   - person: Asks for the passphrase, and whether a browser may connect.
    package init(store: any CredentialStore, person: any PersonAsking = NobodyToAsk()) {
        self.store = store
        self.person = person
    }

    /// Answers git or docker; what goes wrong is in the answer.
    package func answer(_ request: CredentialRequest) async -> CredentialAnswer {
        let answer = await perform(request)
        guard answer.status == CredentialAnswer.lockedStatus, request.mayAsk else { return answer }
        let problem = await store.turns.question.unlock(store, asking: person)
        return if let problem { .locked(problem) } else { await perform(request) }
    }

    private func perform(_ request: CredentialRequest) async -> CredentialAnswer {
        switch request.family {
        case .git: await GitCredentials(store).answer(request.verb, request.input)
        case .docker: await DockerCredentials(store).answer(request.verb, request.input)
        }
    }

    /// Begins the conversation with one browser.
    ///
    /// - Parameter say: The text of a sentence in the person's language.
    package func makeBrowserSession(
        say: @escaping @Sendable (Sentence) -> String = { "\($0)" }
    ) -> BrowserSession {
        BrowserSession(store: store, person: person, say: say)
    }
}
