import TenonCore
import WalletAgentMessages
package import WalletVault

extension AgentVault {
    // MARK: - Reading

    /// The number of changes that the vault has seen.
    package func revision() async throws -> Int64 { try await call(.revision) }

    /// Lists items.
    package func list(_ query: ItemQuery) async throws -> ItemPage { try await call(.list, query) }

    /// All tags in use.
    package func tags() async throws -> [String: Int] { try await call(.tags) }

    /// Finds the logins for a visited address.
    package func items(forSite url: String, isExact: Bool) async throws -> [ItemOverview] {
        try await call(.itemsForSite, url, isExact)
    }

    /// Opens one overview.
    package func overview(_ id: ItemID) async throws -> ItemOverview {
        try await call(.overview, id)
    }

    /// Opens an item with its secrets.
    package func item(_ id: ItemID) async throws -> Item { try await call(.item, id) }

    /// The former versions of an item.
    package func history(_ id: ItemID) async throws -> [ItemVersion] {
        let history: ItemHistory = try await call(.history, id)
        return history.versions
    }

    /// Opens the items of one part of the vault.
    package func items(inPart part: Int) async throws -> [Item] {
        try await call(.itemsInPart, part)
    }

    /// Opens the items of one part of the vault with their former versions.
    package func itemsWithHistory(inPart part: Int) async throws -> [ItemWithHistory] {
        try await call(.itemsWithHistoryInPart, part)
    }

    // MARK: - Changes

    /// Adds an item.
    @discardableResult
    package func add(_ item: Item) async throws -> Item { try await call(.add, item) }

    /// Saves a changed item.
    @discardableResult
    package func save(_ item: Item) async throws -> Item { try await call(.save, item) }

    /// Moves an item to the trash.
    package func moveToTrash(_ id: ItemID) async throws { try await perform(.moveToTrash, id) }

    /// Takes an item out of the trash.
    package func restore(_ id: ItemID) async throws { try await perform(.restore, id) }

    /// Deletes an item for ever.
    package func deletePermanently(_ id: ItemID) async throws {
        try await perform(.deletePermanently, id)
    }

    /// Counts a use of an item.
    package func markUsed(_ id: ItemID) async throws { try await perform(.markUsed, id) }

    /// Runs a closure here; the agent writes its steps as one transaction when it has ended.
    ///
    /// What is wrong with a step, such as a conflict, is thrown at the end.
    @discardableResult
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemWriting) throws -> Result
    ) async throws -> Result {
        try await onLane { lane in try await lane.write(body) }
    }

    // MARK: - Verification

    /// Verifies every byte of the vault.
    package func check() async throws -> VaultReport { try await call(.check) }
}
