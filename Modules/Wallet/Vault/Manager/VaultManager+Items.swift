import TenonCore

extension VaultManager {
    // MARK: - Reading

    /// The number of changes that the vault has seen in its life; differs after any change.
    package func revision() throws -> Int64 {
        try withVault { vault in try vault.read { _ in vault.counter } }
    }

    /// Lists items: a window of those that a query takes.
    ///
    /// The first list after unlocking opens and verifies all overviews.
    ///
    /// - Throws: ``VaultError``: `vaultLocked`, or `vaultTampered` naming what is wrong.
    package func list(_ query: ItemQuery) throws -> ItemPage {
        try withVault { try $0.upToDateIndex().page(query) }
    }

    /// Finds the items for a visited address, the closest first, then the most recently used.
    ///
    /// Opens the few items in question and nothing else.
    ///
    /// - Parameter isExact: Whether only items for exactly this host count, as Git wants it.
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultBadSite` or `vaultTampered`.
    package func items(
        forSite url: String, isExact: Bool = false
    ) throws -> [ItemOverview] {
        guard let visited = SiteAddress(url) else {
            throw VaultError(
                .vaultBadSite, "This is no address of a site.",
                remedy: "Give an address such as https://example.com.")
        }
        return try withVault { vault in
            try vault.read { try vault.items(forSite: visited, isExact: isExact, $0) }
        }
    }

    /// Opens a login with its secrets.
    ///
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultNoSuchItem`, `vaultOtherKind`, `vaultTampered`.
    package func login(_ id: ItemID) throws -> Login {
        try withVault { vault in try vault.read { try vault.login(id, $0) } }
    }

    /// Opens one overview, of any kind.
    ///
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultNoSuchItem` or `vaultTampered`.
    package func overview(_ id: ItemID) throws -> ItemOverview {
        try withVault { vault in
            try vault.read { try vault.overview(of: id, $0).record.overview(id) }
        }
    }

    /// The former versions of a login, the newest first; at most twenty.
    package func history(_ id: ItemID) throws -> [LoginVersion] {
        try withVault { vault in
            try vault.read { connection in
                let overview = try vault.overview(of: id, connection)
                return try vault.details(of: id, overview, connection).history
            }
        }
    }

    /// Opens all logins one after the other, with their secrets, as one snapshot.
    ///
    /// For imports that look for duplicates, and exports. The vault takes no other call meanwhile.
    ///
    /// - Parameter body: Gets each login that is not in the trash; what it throws ends the walk.
    package func forEachLogin(_ body: @Sendable (Login) throws -> Void) throws {
        try withVault { vault in
            try vault.read { connection in
                for number in 0..<VaultFormat.bucketCount {
                    try vault.forEachLogin(inBucket: number, connection, body)
                }
            }
        }
    }

    // MARK: - Changes

    /// Adds a login.
    ///
    /// - Returns: The login as it is stored.
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultItemExists`, `vaultTooLarge` …
    @discardableResult
    package func add(_ login: Login) throws -> Login {
        try change { try $0.add(login) }
    }

    /// Saves a changed login; the former password and user name go to its history.
    ///
    /// - Returns: The login as it is stored.
    /// - Throws: ``VaultError``: `vaultConflict` when it was changed elsewhere since it was read …
    @discardableResult
    package func save(_ login: Login) throws -> Login {
        try change { try $0.save(login) }
    }

    /// Moves an item to the trash, from where it is deleted after thirty days.
    package func moveToTrash(_ id: ItemID) throws {
        let now = now()
        try change { try $0.update(id) { $0.trashed = $0.trashed ?? now } }
    }

    /// Takes an item out of the trash.
    package func restore(_ id: ItemID) throws {
        try change { try $0.update(id) { $0.trashed = nil } }
    }

    /// Deletes an item for ever, whether it is in the trash or not.
    package func deletePermanently(_ id: ItemID) throws {
        try change { try $0.delete(id) }
    }

    /// Counts a use of an item, and remembers when it was.
    package func markUsed(_ id: ItemID) throws {
        let now = now()
        try change { transaction in
            try transaction.update(id) {
                $0.used = now
                $0.timesUsed += 1
            }
        }
    }

    /// Writes many logins as one transaction.
    ///
    /// The sequence is walked once and not kept. The vault takes no other call meanwhile.
    ///
    /// - Parameters:
    ///   - writes: What to write.
    ///   - progress: Gets the number of logins written so far, about a hundred times.
    /// - Returns: How many logins were written.
    /// - Throws: `CancellationError` when the task is cancelled, and what writing and the sequence
    ///   throw; then nothing is written.
    @discardableResult
    package func writeBatch(
        _ writes: some Sequence<LoginWrite> & Sendable,
        progress: @Sendable (Int) -> Void = { _ in }
    ) throws -> Int {
        try writeBatch { batch in
            for write in writes {
                try batch.write(write)
                if batch.count % 1000 == 0 { progress(batch.count) }
            }
            progress(batch.count)
            return batch.count
        }
    }

    /// Runs a closure that writes many logins as one transaction.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and what the closure throws; then
    ///   nothing is written.
    @discardableResult
    package func writeBatch<Result: Sendable>(
        _ body: @Sendable (VaultBatch) throws -> Result
    ) throws -> Result {
        try change { try body(VaultBatch($0)) }
    }

    // MARK: - Verification

    /// Verifies every byte of the vault and names all that is not as it was written.
    package func check() throws -> VaultReport {
        try withVault { vault in
            try vault.database.read { try Diagnosis(vault, $0).everything() }
        }
    }

    private func change<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        let (result, counter) = try withVault { vault in
            (try vault.change(body), vault.counter)
        }
        changeBroadcast.sendIfNew(VaultChange(revision: counter))
        return result
    }
}
