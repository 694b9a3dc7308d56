package import TenonCore

/// Answers git, docker, browsers and other applications from one vault.
///
/// It knows the protocols and nothing of processes, sockets or files.
package struct CredentialService: Sendable {
    private let vault: CredentialVault
    private let person: any PersonAsking

    /// Answers from a vault.
    ///
    /// - Parameter person: Asks for the passphrase, and whether a browser may connect.
    package init(_ vault: CredentialVault, person: any PersonAsking = NobodyToAsk()) {
        self.vault = vault
        self.person = person
    }

    /// Answers `git-credential-wallet`; what goes wrong is in the answer.
    ///
    /// - Parameters:
    ///   - verb: What is to be done, such as `get`.
    ///   - input: What the program wrote to standard input.
    ///   - mayAsk: Whether the person is asked for the passphrase when the vault is locked.
    package func git(
        _ verb: String, _ input: SecretText, mayAsk: Bool = false
    ) async -> CredentialAnswer {
        await unlocking(mayAsk) { await GitCredentials(vault.withOption).answer(verb, input) }
    }

    /// Answers `docker-credential-wallet`, with the parameters of ``git(_:_:mayAsk:)``.
    package func docker(
        _ verb: String, _ input: SecretText, mayAsk: Bool = false
    ) async -> CredentialAnswer {
        await unlocking(mayAsk) { await DockerCredentials(vault).answer(verb, input) }
    }

    /// Answers an application that keeps secrets of its own, with the parameters of ``git(_:_:mayAsk:)``.
    package func application(
        _ verb: String, _ input: SecretText, mayAsk: Bool = false
    ) async -> CredentialAnswer {
        await unlocking(mayAsk) { await ApplicationSecrets(vault).answer(verb, input) }
    }

    /// Answers again when the vault was locked, and the person unlocks it.
    private func unlocking(
        _ mayAsk: Bool, _ body: () async -> CredentialAnswer
    ) async -> CredentialAnswer {
        let answer = await body()
        guard answer.status == CredentialAnswer.lockedStatus, mayAsk else { return answer }
        let problem = await vault.turns.question.unlock(vault, asking: person)
        return if let problem { .locked(problem) } else { await body() }
    }

    /// Begins the conversation with one browser.
    ///
    /// - Parameter say: The text of a sentence in the person's language.
    package func makeBrowserSession(
        say: @escaping @Sendable (Sentence) -> String = { "\($0)" }
    ) -> BrowserSession {
        BrowserSession(vault: vault, person: person, say: say)
    }
}
