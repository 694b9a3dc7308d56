package import TenonCore

extension VaultMaintenance {
    /// Copies the vault, encrypted as it is, as one consistent state, while others may use it.
    ///
    /// The copy gets its name when it is complete and on the disk (mode 0600). With the passphrase it
    /// is opened and verified first, every byte of it; otherwise it is compared with the original as
    /// far as that goes without a key.
    ///
    /// - Parameters:
    ///   - target: Where the copy goes, nothing may be there; among the rotating backups unless given.
    ///   - passphrase: Opens the copy.
    ///   - occasion: Why it is made.
    ///   - count: How many of the rotating backups of this occasion stay.
    /// - Returns: The path of the copy.
    /// - Throws: ``VaultError``: `vaultMissing`, `vaultForeign`, `vaultWrongPassphrase`,
    ///   `vaultTampered` when the copy is damaged as the original is; `vaultBackup`. Then there is no
    ///   copy, and no older one was removed.
    @discardableResult
    package func backup(
        to target: String? = nil, verifiedWith passphrase: SecretText? = nil,
        _ occasion: BackupOccasion = .request, keeping count: Int = BackupFolder.standardCount
    ) async throws -> String {
        guard exists else {
            throw VaultError(
                .vaultMissing, "There is no vault at \(path).",
                remedy: "Make one, or check the path.")
        }
        let backups = self.backups
        let target = try target ?? backups.newPath(id(of: path), now(), occasion)
        try VaultFile(path: target).mustBeNew()
        try VaultFile(path: target).makeFolder()
        let draft = VaultDraft(for: target)
        do {
            try copy(to: draft.path)
            if let passphrase { _ = try await verify(copy: draft.path, passphrase) }
            try VaultFile(path: draft.path).synchronize()
            try draft.publish()
        } catch {
            draft.discard()
            throw error
        }
        backups.rotate(keeping: count, after: target)
        return target
    }

    /// Looks whether a backup could be made, as far as that is seen without making it.
    ///
    /// - Throws: ``VaultError`` when there is something at the target.
    package func checkBackup(to target: String) throws {
        try VaultFile(path: target).mustBeNew()
    }

    /// Puts a backup in the place of the vault, which is kept under another name.
    ///
    /// - Parameters:
    ///   - source: The backup, which stays where it is.
    ///   - passphrase: Opens the backup.
    /// - Returns: Where the former vault is now; `nil` when there was none.
    /// - Throws: ``VaultError`` when the backup is not as it was written, is no vault, or does not
    ///   open; then nothing has changed.
    package func restore(
        from source: String, passphrase: SecretText
    ) async throws -> String? {
        let draft = try await verifiedDraft(of: source, passphrase).draft
        do {
            // Whoever has the vault open locks it, as the file is another one from now on.
            let former = exists ? try replaceVault(with: draft) : nil
            if former == nil { try draft.publish() }
            // It is older, and the person knows.
            try await manager().acceptOlderCopy()
            return former
        } catch {
            draft.discard()
            throw error
        }
    }

    /// Whether a file is another vault than the present one, and no copy of it.
    ///
    /// - Throws: ``VaultError`` when it is no vault. A present one that is damaged is another one.
    package func isAnotherVault(_ source: String) throws -> Bool {
        try VaultFile(path: source).mustExist()
        guard exists else { return false }
        let draft = VaultDraft(for: path)
        defer { draft.discard() }
        // A copy is looked at: the backup may be on a disk that cannot be written.
        try VaultFile(path: source).copy(to: draft.path)
        return try id(of: draft.path) != (try? id(of: path))
    }

    /// Puts a draft in the place of the vault; at every moment there is a complete vault at its path.
    private func replaceVault(with draft: VaultDraft) throws -> String {
        // What is in the log comes into the file first. A damaged vault has to go as it is.
        if let database = try? databases.open(path: path, options: DatabaseOptions()) {
            try? database.checkpoint()
            try? database.close()
        }
        return try VaultFile(path: path).replace(with: draft.path, keepingAs: "replaced")
    }

    /// Verifies a backup without putting it anywhere.
    ///
    /// - Throws: As ``restore(from:passphrase:)``.
    package func verify(backup source: String, passphrase: SecretText) async throws -> Int {
        let (draft, count) = try await verifiedDraft(of: source, passphrase)
        draft.discard()
        return count
    }

    /// A verified copy of a backup beside the vault; the backup itself is only read, as it may be on
    /// a disk that cannot be written.
    private func verifiedDraft(
        of source: String, _ passphrase: SecretText
    ) async throws -> (draft: VaultDraft, itemCount: Int) {
        guard FileIdentity(path: source) != FileIdentity(path: path) || !exists else {
            throw VaultError(
                .vaultBackup, "The backup is the vault itself.", remedy: "Name another file.")
        }
        try VaultFile(path: path).makeFolder()
        let draft = VaultDraft(for: path)
        do {
            try VaultFile(path: source).copy(to: draft.path)
            let count = try await verify(copy: draft.path, passphrase)
            try VaultFile(path: draft.path).synchronize()
            return (draft, count)
        } catch {
            draft.discard()
            throw error
        }
    }

    /// Copies the file through the database, so that what is in its log is in the copy as well.
    func copy(to target: String) throws {
        do {
            let original = try databases.open(path: path, options: DatabaseOptions())
            defer { try? original.close() }
            let header = try original.read { try VaultHeader($0) }
            try original.backup(to: target)
            let copy = try databases.open(path: target, options: DatabaseOptions())
            defer { try? copy.close() }
            guard try copy.read({ try VaultHeader($0) }) == header else {
                throw VaultError(
                    .vaultBackup, "The copy is not what was copied.",
                    remedy: "Try again, and check the disk.")
            }
        } catch let error as any ExplainedError {
            throw VaultError.translating(error, path: path)
        }
    }

    private func verify(copy: String, _ passphrase: SecretText) async throws -> Int {
        let manager = manager(at: copy, remembering: false)
        do {
            let report = try await check(manager, passphrase)
            guard report.isClean else { throw VaultError.tampered(report.findings) }
            return report.itemCount
        } catch {
            await manager.close()
            throw error
        }
    }
}
