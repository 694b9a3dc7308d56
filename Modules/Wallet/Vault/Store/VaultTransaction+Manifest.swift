import TenonCore
import TenonSecurity

extension VaultTransaction {
    /// What the manifest is after the transaction.
    struct Outcome {
        let root: ManifestRoot
        let items: [Int: Manifest.Bucket]
        let sites: [Int: Manifest.Bucket]
    }

    /// Puts a key slot in the place of all of a kind that there are by now.
    func replaceSlots(of kind: KeySlot.Kind, with new: KeySlot) throws {
        let old = try KeySlot.all(connection).filter { $0.kind == kind }
        for slot in old.dropFirst() { try remove(slot) }
        try replaceSlot(old.first, with: new)
    }

    /// Puts a key slot in the place of another, or beside the others.
    ///
    /// - Parameter name: What the person calls it; as the old one was called, unless given.
    /// - Throws: ``VaultError`` (`vaultConflict`) when another process has removed the old one.
    func replaceSlot(_ old: KeySlot?, with new: KeySlot, name: String? = nil) throws {
        let formerName = root.slots.first { $0.id == old?.id }?.name ?? ""
        if let old { try remove(old) }
        try new.insert(connection)
        var entry = new.entry(vault.keys.sums)
        entry.name = name ?? formerName
        root.slots.append(entry)
        isChanged = true
    }

    /// Takes a key slot out of the vault.
    ///
    /// - Throws: ``VaultError`` (`vaultConflict`) when another process has done so already.
    func removeSlot(_ slot: KeySlot) throws {
        try remove(slot)
        isChanged = true
    }

    private func remove(_ slot: KeySlot) throws {
        let count = try connection.execute(
            "DELETE FROM slot WHERE id = ?", [.blob(slot.id.bytes)])
        guard count == 1 else {
            throw VaultError(
                .vaultConflict, "The \(slot.shownKind) was just changed elsewhere.",
                remedy: "Try again; nothing was changed here.")
        }
        root.slots.removeAll { $0.id == slot.id }
    }

    /// Writes the manifest; `nil` when nothing was changed.
    func finish() throws -> Outcome? {
        guard isChanged else { return nil }
        try flush()
        var items: [Int: Manifest.Bucket] = [:]
        for (number, bucket) in itemBuckets {
            items[number] = try store(
                .items, number, bucket.encoded(), vault.keys.manifest, &root.items)
        }
        var sites: [Int: Manifest.Bucket] = [:]
        for (number, bucket) in siteBuckets {
            sites[number] = try store(
                .sites, number, bucket.encoded(), vault.keys.sites, &root.sites)
        }
        root.counter = revision
        try root.store(connection, vault.keys, vault.vault)
        return Outcome(root: root, items: items, sites: sites)
    }

    private func store(
        _ level: BucketLevel, _ number: Int, _ content: SecretWriter, _ key: AES256GCM,
        _ sums: inout ManifestRoot.Level
    ) throws -> Manifest.Bucket {
        try vault.lockWish.check()
        let context = vault.context(level.part).with(number: number, revision)
        let sealed = try key.seal(content, for: context)
        guard let seal = Seal(of: sealed) else { throw VaultError.unreadable("seal") }
        let hash = Manifest.hash(level, number, revision, seal, vault.keys)
        sums.replace(number, vault.manifest[level][number]?.hash, with: hash)
        try connection.execute(
            "INSERT OR REPLACE INTO \(level.table) (number, revision, sealed) VALUES (?, ?, ?)",
            [.integer(Int64(number)), .integer(revision), .blob(sealed)])
        return Manifest.Bucket(revision: revision, seal: seal, hash: hash)
    }
}

extension ManifestRoot {
    /// Seals the root and writes it.
    func store(
        _ connection: any DatabaseConnection, _ keys: VaultKeys, _ vault: ItemID
    ) throws {
        let context = SealContext(vault: vault, part: .root).with(number: 0, counter)
        let sealed = try keys.manifest.seal(encoded(), for: context)
        try connection.execute(
            "INSERT OR REPLACE INTO root (id, counter, sealed) VALUES (1, ?, ?)",
            [.integer(counter), .blob(sealed)])
    }
}
