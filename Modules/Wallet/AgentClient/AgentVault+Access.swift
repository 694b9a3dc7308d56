package import TenonCore
import TenonSecurity
import WalletAgentMessages
import WalletVault

extension AgentVault {
    /// Makes a new vault, unlocked in the agent.
    package func create(passphrase: SecretText) async throws {
        // What is no passphrase need not travel, and the error is that of this process.
        _ = try Passphrase.normalized(passphrase)
        try await perform(.create, passphrase)
        await didUnlock()
    }

    /// Unlocks the vault for all clients of the agent.
    package func unlock(passphrase: SecretText) async throws {
        _ = try Passphrase.normalized(passphrase)
        try await perform(.unlock, passphrase)
        await didUnlock()
    }

    /// Unlocks the vault for all clients of the agent.
    package func unlock(recoveryCode: SecretText) async throws {
        _ = try RecoveryCode.key(recoveryCode)
        try await perform(.unlockByCode, recoveryCode)
        await didUnlock()
    }

    /// Locks the vault for all clients of the agent; one that does not run has it locked already.
    package func lock() async {
        try? await perform(.lock, startingAgent: false)
        setUnlocked(false)
    }

    /// Locks the vault in every process.
    package func lockEverywhere() async throws {
        try await perform(.lockEverywhere)
        setUnlocked(false)
    }

    /// Checks a passphrase.
    package func verify(passphrase: SecretText) async throws {
        _ = try Passphrase.normalized(passphrase)
        try await perform(.verify, passphrase)
    }

    /// Changes a passphrase.
    package func changePassphrase(from old: SecretText, to new: SecretText) async throws {
        _ = try Passphrase.normalized(old)
        _ = try Passphrase.normalized(new)
        try await perform(.changePassphrase, old, new)
    }

    /// Makes a recovery code.
    package func makeRecoveryCode() async throws -> SecretText {
        try await call(.makeRecoveryCode)
    }

    private func didUnlock() async {
        await tellLimit()
        setUnlocked(true)
    }
}
