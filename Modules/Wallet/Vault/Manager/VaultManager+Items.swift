import Synchronization
package import TenonCore

extension VaultManager {
    // MARK: - Use

    /// Counts it for the program that locks the idle vault.
    package nonisolated func noteUse() { uses.withLock { $0 += 1 } }

    /// How often it was used.
    package nonisolated var useCount: Int { uses.withLock(\.self) }

    // MARK: - Reading

    package func revision() throws -> Int64 {
        try withVault { vault in try vault.read { _ in vault.counter } }
    }

    package func list(_ query: ItemQuery) throws -> ItemPage {
        try withVault { try $0.upToDateIndex().page(query) }
    }

    package func counts() throws -> VaultCounts {
        try withVault { try $0.upToDateIndex().counts() }
    }

    package func tags() throws -> [String: Int] {
        try withVault { try $0.upToDateIndex().tags() }
    }

    package func items(forSite url: String, isExact: Bool) throws -> [ItemOverview] {
        guard let visited = SiteAddress(url) else {
            throw VaultError(
                .vaultBadSite, "This is not the address of a site.",
                remedy: "Give an address such as https://example.com.")
        }
        return try withVault { try $0.items(forSite: visited, isExact: isExact) }
    }

    package func overview(_ id: ItemID) throws -> ItemOverview {
        try withVault { vault in
            try vault.read { try vault.overview(of: id, $0).record.overview(id) }
        }
    }

    package func item(_ id: ItemID) throws -> Item {
        try withVault { vault in try vault.read { try vault.item(id, $0) } }
    }

    package func history(_ id: ItemID) throws -> [ItemVersion] {
        try withVault { vault in
            try vault.read { connection in
                let overview = try vault.overview(of: id, connection)
                return try vault.details(of: id, overview, connection).history
            }
        }
    }

    package func items(inPart part: Int) throws -> [Item] {
        guard (0..<Self.partCount).contains(part) else { return [] }
        return try withVault { vault in
            try vault.read { connection in
                try vault.itemsWithHistory(inBucket: part, connection).map(\.item)
            }
        }
    }

    package func itemsWithHistory(inPart part: Int) throws -> [ItemWithHistory] {
        guard (0..<Self.partCount).contains(part) else { return [] }
        return try withVault { vault in
            try vault.read { try vault.itemsWithHistory(inBucket: part, $0) }
        }
    }

    // MARK: - Changes

    @discardableResult
    package func add(_ item: Item) throws -> Item {
        try change { try $0.add(item) }
    }

    package func save(_ item: Item) throws {
        try change { try $0.save(item) }
    }

    package func moveToTrash(_ id: ItemID) throws {
        try change { try $0.moveToTrash(id) }
    }

    package func restore(_ id: ItemID) throws {
        try change { try $0.update(id) { $0.trashed = nil } }
    }

    package func deletePermanently(_ id: ItemID) throws {
        try change { try $0.delete(id) }
    }

    package func importNames(for identities: [SecretText]) throws -> [ItemID] {
        try withVault { vault in
            let names = identities.map { vault.keys.importName(for: $0) }
            let taken = try vault.read { try vault.present(names, $0) }
            return names.map { taken.contains($0) ? ItemID() : $0 }
        }
    }

    package func markUsed(_ id: ItemID) throws {
        let now = now()
        do {
            try change { transaction in
                try transaction.update(id) {
                    $0.used = now
                    if $0.timesUsed < .max { $0.timesUsed += 1 }
                }
            }
        } catch let error as any ExplainedError where VaultError.isUnwritable(error) {
            // Reading must not fail because it cannot be counted as a use.
        }
    }

    /// Runs a closure that writes many items as one transaction; the vault takes no other call
    /// meanwhile.
    @discardableResult
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemWriting) throws -> Result
    ) throws -> Result {
        try change { try body(VaultBatch($0)) }
    }

    // MARK: - Attachments

    package func keep(_ chunk: AttachmentChunk) throws {
        try withVault { vault in try vault.change { try $0.keep(chunk) } }
    }

    package func chunk(_ number: Int, of attachment: ItemID) throws -> AttachmentChunk? {
        try withVault { vault in try vault.read { try $0.chunk(number, of: attachment) } }
    }

    /// Keeps a chunk that came from another machine, of an attachment whose content is not here yet.
    ///
    /// - Parameter item: The item that has the attachment.
    /// - Throws: ``VaultError``: `vaultTampered` when it is not the one that was sealed; `vaultNoSuchItem`
    ///   or `vaultAttachment` when the item or its attachment is gone.
    package func complete(_ chunk: AttachmentChunk, of item: ItemID) throws {
        try withVault { vault in try vault.change { try $0.complete(chunk, of: item) } }
    }

    /// Keeps that the content of an attachment is on other machines.
    func expect(_ attachment: Attachment) throws {
        try withVault { vault in try vault.change { try $0.expect([attachment]) } }
    }

    // MARK: - Verification

    package func check() throws -> VaultReport {
        try withVault { vault in
            try vault.database.read { connection in
                try vault.stayUnlocked(connection)
                return try Diagnosis(vault, connection).everything()
            }
        }
    }

    /// Runs changes as one transaction, and tells of them.
    func change<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        let (result, counter) = try withVault { vault in
            (try vault.change(body), vault.counter)
        }
        changeBroadcast.sendIfNew(VaultChange(revision: counter))
        return result
    }
}
