package import TenonCore
package import WalletVault

/// A vault that does what another one does, after a test had its say about each new or changed item.
package final class HookedVault: Vault {
    private let vault: any Vault
    private let beforeWriting: @Sendable (Item) async throws -> Void

    /// Stands in front of a vault.
    ///
    /// - Parameter beforeWriting: Called before an item is added or saved; what it throws is thrown.
    package init(
        _ vault: any Vault, beforeWriting: @escaping @Sendable (Item) async throws -> Void
    ) {
        self.vault = vault
        self.beforeWriting = beforeWriting
    }

    package var path: String { vault.path }
    package var status: VaultStatus { vault.status }
    package func statuses() -> AsyncStream<VaultStatus> { vault.statuses() }
    package func changes() -> AsyncStream<VaultChange> { vault.changes() }

    package func create(passphrase: SecretText, recoveryCode: SecretText?) async throws {
        try await vault.create(passphrase: passphrase, recoveryCode: recoveryCode)
    }
    package func unlock(passphrase: SecretText) async throws {
        try await vault.unlock(passphrase: passphrase)
    }
    package func unlock(recoveryCode: SecretText) async throws {
        try await vault.unlock(recoveryCode: recoveryCode)
    }
    package func lock() async { await vault.lock() }
    package func lockEverywhere() async throws { try await vault.lockEverywhere() }
    package func verify(passphrase: SecretText) async throws {
        try await vault.verify(passphrase: passphrase)
    }
    package func changePassphrase(from old: SecretText, to new: SecretText) async throws {
        try await vault.changePassphrase(from: old, to: new)
    }
    package func makeRecoveryCode() async throws -> SecretText {
        try await vault.makeRecoveryCode()
    }

    package func revision() async throws -> Int64 { try await vault.revision() }
    package func list(_ query: ItemQuery) async throws -> ItemPage { try await vault.list(query) }
    package func counts() async throws -> VaultCounts { try await vault.counts() }
    package func tags() async throws -> [String: Int] { try await vault.tags() }
    package func items(forSite url: String, isExact: Bool) async throws -> [ItemOverview] {
        try await vault.items(forSite: url, isExact: isExact)
    }
    package func overview(_ id: ItemID) async throws -> ItemOverview {
        try await vault.overview(id)
    }
    package func item(_ id: ItemID) async throws -> Item { try await vault.item(id) }
    package func history(_ id: ItemID) async throws -> [ItemVersion] {
        try await vault.history(id)
    }
    package func items(inPart part: Int) async throws -> [Item] {
        try await vault.items(inPart: part)
    }
    package func itemsWithHistory(inPart part: Int) async throws -> [ItemWithHistory] {
        try await vault.itemsWithHistory(inPart: part)
    }

    package func add(_ item: Item) async throws -> Item {
        try await beforeWriting(item)
        return try await vault.add(item)
    }
    package func save(_ item: Item) async throws {
        try await beforeWriting(item)
        try await vault.save(item)
    }
    package func moveToTrash(_ id: ItemID) async throws { try await vault.moveToTrash(id) }
    package func restore(_ id: ItemID) async throws { try await vault.restore(id) }
    package func deletePermanently(_ id: ItemID) async throws {
        try await vault.deletePermanently(id)
    }
    package func importNames(for identities: [SecretText]) async throws -> [ItemID] {
        try await vault.importNames(for: identities)
    }
    package func markUsed(_ id: ItemID) async throws { try await vault.markUsed(id) }
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemWriting) throws -> Result
    ) async throws -> Result { try await vault.write(body) }
    package func keep(_ chunk: AttachmentChunk) async throws { try await vault.keep(chunk) }
    package func chunk(_ number: Int, of attachment: ItemID) async throws -> AttachmentChunk? {
        try await vault.chunk(number, of: attachment)
    }
    package func keepTyped(_ id: String, _ text: SecretText) async throws {
        try await vault.keepTyped(id, text)
    }
    package func typed() async throws -> [SecretText] { try await vault.typed() }
    package func forgetTyped(_ id: String) async throws { try await vault.forgetTyped(id) }
    package func check() async throws -> VaultReport { try await vault.check() }
}
