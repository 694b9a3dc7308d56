package import TenonCore
import WalletAgentMessages
package import WalletSync
package import WalletVault

extension AgentVault: VaultSyncing {
    package func syncStatus() async throws -> SyncStatus { try await call(AgentCalls.syncStatus) }

    package func syncStatuses() -> AsyncStream<SyncStatus> {
        startWatching()
        return syncBroadcast.stream { syncBroadcast.last }
    }

    package func setUpSync(
        at address: String, invitation: SecretText?, device: String
    ) async throws {
        try await call(AgentCalls.setUpSync, address, invitation, device)
    }

    package func inviteDevice() async throws -> SecretText {
        try await call(AgentCalls.inviteDevice)
    }

    package func joinSync(
        _ code: SecretText, folder: String?, passphrase: SecretText, device: String
    ) async throws {
        try await call(AgentCalls.joinSync, code, folder, passphrase, device)
        await didUnlock()
    }

    package func makeRecoverySheet() async throws -> RecoverySheetContent {
        try await call(AgentCalls.makeRecoverySheet)
    }

    package func recoverSync(
        _ text: SecretText, folder: String?, passphrase: SecretText, device: String
    ) async throws {
        try await call(AgentCalls.recoverSync, text, folder, passphrase, device)
        await didUnlock()
    }

    package func removeDevices(_ devices: [DeviceID], changing key: KeyChange?) async throws {
        try await call(AgentCalls.removeDevices, devices, key)
    }

    package func noteSeen(_ devices: [DeviceID]) async throws {
        try await call(AgentCalls.noteSeen, devices)
    }

    package func changeKey(_ change: KeyChange) async throws {
        try await call(AgentCalls.changeKey, change)
    }

    package func synchronize() async throws -> SyncOutcome {
        try await call(AgentCalls.synchronize)
    }

    package func syncConflicts() async throws -> [SyncConflict] {
        try await call(AgentCalls.syncConflicts)
    }

    package func decide(_ decision: SyncDecision) async throws {
        try await call(AgentCalls.decide, decision)
    }

    package func checkSync() async throws -> SyncCheck { try await call(AgentCalls.checkSync) }

    package func fetchFile(_ attachment: ItemID, of item: ItemID) async throws {
        try await call(AgentCalls.fetchFile, attachment, item)
    }

    @discardableResult
    package func leaveSync() async throws -> SyncDeparture {
        try await call(AgentCalls.leaveSync)
    }

    package func removeSyncVault(at address: String?) async throws {
        try await call(AgentCalls.removeSyncVault, address)
    }
}
