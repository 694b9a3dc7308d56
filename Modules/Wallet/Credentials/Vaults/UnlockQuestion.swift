import TenonCore
import WalletVault

/// Asks the person for the passphrase of a locked vault, once for all programs that wait for it.
actor UnlockQuestion {
    /// How the question ended.
    private enum Outcome {
        case unlocked
        case declined
        case failed(CredentialError)
    }

    /// How long a wrong passphrase may be corrected.
    private static let patience: Duration = .seconds(120)
    /// How long a program may not ask again after the person gave no passphrase: editors try often.
    private static let rest: Duration = .seconds(120)

    private var open: Task<Outcome, Never>?
    private var restsUntil: ContinuousClock.Instant?

    /// Unlocks a vault.
    ///
    /// - Returns: Why it stays locked; `nil` when it is unlocked.
    func unlock(
        _ vault: CredentialVault, asking person: any PersonAsking
    ) async -> CredentialError? {
        // Another program's question may have been answered since this one found it locked.
        guard !vault.isUnlocked else { return nil }
        let outcome: Outcome
        if let open {
            outcome = await open.value
        } else {
            if let restsUntil, ContinuousClock.now < restsUntil { return .declined }
            let question = Task { await Self.ask(person, for: vault) }
            open = question
            outcome = await question.value
            open = nil
        }
        switch outcome {
        case .unlocked:
            restsUntil = nil
            return nil
        case .declined:
            restsUntil = ContinuousClock.now + Self.rest
            return .declined
        case .failed(let error): return error
        }
    }

    private static func ask(
        _ person: any PersonAsking, for vault: CredentialVault
    ) async -> Outcome {
        if let obstacle = await person.obstacle() { return .failed(.locked(obstacle)) }
        let deadline = ContinuousClock.now + patience
        var reason: Sentence = "A program such as git asks for a login."
        while ContinuousClock.now < deadline {
            guard let passphrase = await person.passphrase(for: reason) else { return .declined }
            do {
                try await vault.unlock(passphrase: passphrase)
                return .unlocked
            } catch {
                let explanation = Explanation(error)
                guard explanation.code == .vaultWrongPassphrase else {
                    return .failed(.locked(explanation.sentence))
                }
                reason = explanation.message
            }
        }
        return .declined
    }
}
