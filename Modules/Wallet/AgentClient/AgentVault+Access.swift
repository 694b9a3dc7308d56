package import TenonCore
import TenonSecurity
import WalletAgentMessages
import WalletVault

extension AgentVault {
    /// Makes a new vault, unlocked in the agent.
    package func create(passphrase: SecretText, recoveryCode: SecretText?) async throws {
        // An invalid passphrase is not sent, and the error is that of this process.
        _ = try Passphrase.normalized(passphrase)
        try await call(AgentCalls.create, passphrase, recoveryCode)
        await didUnlock()
    }

    /// Unlocks the vault for all clients of the agent.
    package func unlock(passphrase: SecretText) async throws {
        _ = try Passphrase.normalized(passphrase)
        try await call(AgentCalls.unlock, passphrase)
        await didUnlock()
    }

    /// Unlocks the vault for all clients of the agent.
    package func unlock(recoveryCode: SecretText) async throws {
        _ = try RecoveryCode.key(recoveryCode)
        try await call(AgentCalls.unlockByCode, recoveryCode)
        await didUnlock()
    }

    /// Locks the vault for all clients of the agent; one that does not run has it locked already.
    package func lock() async { try? await lockAgent() }

    /// Locks the vault in every process.
    package func lockEverywhere() async throws {
        // At the same time: the agent does not wait for others that write to the file, and others
        // are asked to lock even if the agent fails.
        async let others: Void = file.lockEverywhere()
        try await lockAgent()
        try await others
    }

    /// Locks the vault in the agent, or ends one that does not answer.
    ///
    /// - Throws: `AgentError` when the agent can neither be reached nor ended.
    private func lockAgent() async throws {
        defer { setUnlocked(false) }
        let lane = makeLane(within: AgentRemote.shortPatience)
        // An agent that just failed to answer is not asked a second time.
        if !isSilent, (try? await lane.call(AgentCalls.lock, startingAgent: false)) != nil {
            return
        }
        try await lane.endAgent()
    }

    /// Checks a passphrase.
    package func verify(passphrase: SecretText) async throws {
        _ = try Passphrase.normalized(passphrase)
        try await call(AgentCalls.verify, passphrase)
    }

    /// Changes a passphrase.
    package func changePassphrase(from old: SecretText, to new: SecretText) async throws {
        _ = try Passphrase.normalized(old)
        _ = try Passphrase.normalized(new)
        try await call(AgentCalls.changePassphrase, old, new)
    }

    /// Makes a recovery code.
    package func makeRecoveryCode() async throws -> SecretText {
        try await call(AgentCalls.makeRecoveryCode)
    }

    func didUnlock() async {
        try? await applyIdleLimit()
        setUnlocked(true)
    }
}
