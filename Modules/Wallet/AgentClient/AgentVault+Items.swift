package import TenonCore
import WalletAgentMessages
package import WalletVault

extension AgentVault {
    // MARK: - Reading

    /// The number of changes that the vault has seen.
    package func revision() async throws -> Int64 { try await call(AgentCalls.revision) }

    /// Lists items.
    package func list(_ query: ItemQuery) async throws -> ItemPage {
        try await call(AgentCalls.list, query)
    }

    /// All tags in use.
    package func counts() async throws -> VaultCounts { try await call(AgentCalls.counts) }

    package func tags() async throws -> [String: Int] { try await call(AgentCalls.tags) }

    /// Finds the logins for a visited address.
    package func items(forSite url: String, isExact: Bool) async throws -> [ItemOverview] {
        try await call(AgentCalls.itemsForSite, url, isExact)
    }

    /// Opens one overview.
    package func overview(_ id: ItemID) async throws -> ItemOverview {
        try await call(AgentCalls.overview, id)
    }

    /// Opens an item with its secrets.
    package func item(_ id: ItemID) async throws -> Item { try await call(AgentCalls.item, id) }

    /// The former versions of an item.
    package func history(_ id: ItemID) async throws -> [ItemVersion] {
        try await call(AgentCalls.history, id).versions
    }

    /// Opens the items of one part of the vault.
    package func items(inPart part: Int) async throws -> [Item] {
        try await call(AgentCalls.itemsInPart, part)
    }

    /// Opens the items of one part of the vault with their former versions.
    package func itemsWithHistory(inPart part: Int) async throws -> [ItemWithHistory] {
        try await call(AgentCalls.itemsWithHistoryInPart, part)
    }

    // MARK: - Changes

    /// Adds an item.
    @discardableResult
    package func add(_ item: Item) async throws -> Item { try await call(AgentCalls.add, item) }

    /// Saves a changed item.
    package func save(_ item: Item) async throws { try await call(AgentCalls.save, item) }

    /// Moves an item to the trash.
    package func moveToTrash(_ id: ItemID) async throws {
        try await call(AgentCalls.moveToTrash, id)
    }

    /// Takes an item out of the trash.
    package func restore(_ id: ItemID) async throws { try await call(AgentCalls.restore, id) }

    /// Deletes an item for ever.
    package func deletePermanently(_ id: ItemID) async throws {
        try await call(AgentCalls.deletePermanently, id)
    }

    /// Counts a use of an item.
    package func markUsed(_ id: ItemID) async throws { try await call(AgentCalls.markUsed, id) }

    /// The names for new items that come from a file.
    package func importNames(for identities: [SecretText]) async throws -> [ItemID] {
        try await call(AgentCalls.importNames, identities)
    }

    /// Runs a closure here; the agent writes its steps as one transaction when it has ended.
    ///
    /// What is wrong with a step, such as a conflict, is thrown at the end.
    @discardableResult
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemWriting) throws -> Result
    ) async throws -> Result {
        try await onLane { lane in try await lane.write(body) }
    }

    // MARK: - Attachments

    /// Keeps a chunk of the content of an attachment.
    package func keep(_ chunk: AttachmentChunk) async throws {
        try await call(AgentCalls.keep, chunk)
    }

    /// Keeps what was typed with the keys that the agent has; an agent that has none is not started.
    package func keepTyped(_ id: String, _ text: SecretText) async throws {
        try await call(AgentCalls.keepTyped, id, text, startingAgent: false)
    }

    /// What the agent has kept.
    package func typed() async throws -> [SecretText] {
        try await call(AgentCalls.typed, startingAgent: false)
    }

    /// Lets the agent forget it.
    package func forgetTyped(_ id: String) async throws {
        try await call(AgentCalls.forgetTyped, id, startingAgent: false)
    }

    /// A chunk of the content of an attachment.
    package func chunk(_ number: Int, of attachment: ItemID) async throws -> AttachmentChunk? {
        try await call(AgentCalls.chunk, number, attachment)
    }

    // MARK: - Verification

    /// Verifies every byte of the vault.
    package func check() async throws -> VaultReport { try await call(AgentCalls.check) }
}
