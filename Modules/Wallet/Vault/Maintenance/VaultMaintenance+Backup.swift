package import TenonCore

extension VaultMaintenance {
    /// Copies the vault, encrypted as it is, as one consistent state, while others may use it.
    ///
    /// The copy gets its name when it is complete and on the disk (mode 0600). With the passphrase it
    /// is opened and verified first, every byte of it; otherwise it is compared with the original as
    /// far as that goes without a key.
    ///
    /// - Parameters:
    ///   - target: Where the copy goes, which must not exist yet; among the rotating backups unless
    ///     given.
    ///   - passphrase: Opens the copy.
    ///   - occasion: Why it is made.
    ///   - count: How many of the rotating backups of this occasion stay.
    ///   - note: Is told what verifying the copy came to.
    /// - Returns: The path of the copy.
    /// - Throws: ``VaultError``: `vaultMissing`, `vaultForeign`, `vaultWrongPassphrase`,
    ///   `vaultTampered` when the copy is damaged as the original is; `vaultBackup`. Then there is no
    ///   copy, and no older one was removed.
    @discardableResult
    package func backup(
        to target: String? = nil, verifiedWith passphrase: SecretText? = nil,
        _ occasion: BackupOccasion = .request, keeping count: Int = BackupFolder.standardCount,
        noting note: (VaultReport) -> Void = { _ in }
    ) async throws -> String {
        guard exists else {
            throw VaultError(
                .vaultMissing, "There is no vault at \(path).",
                remedy: "Make one, or check the path.")
        }
        // Read once: without it the oldest backups would stay.
        let vault = try id(of: path)
        let backups = backups(of: vault)
        let target = target ?? backups.newPath(vault, now(), occasion)
        DraftFolder.removeLeftovers(in: FileName.folder(of: target))
        try VaultFile(path: target).mustBeNew()
        let draft = try VaultDraft(for: target, databases, notedIn: draftNotes)
        defer { draft.discard() }
        try await draft.naming {
            try copy(to: draft.path)
            if let passphrase { note(try await verify(copy: draft.path, passphrase).report) }
            try draft.publish()
        }
        backups.rotate(keeping: count, after: target)
        return target
    }

    /// Checks whether a backup could be made, as far as possible without making it.
    ///
    /// - Throws: ``VaultError`` when there is something at the target.
    package func checkBackup(to target: String) throws {
        try VaultFile(path: target).mustBeNew()
    }

    /// Puts a backup in the place of the vault, which is kept under another name.
    ///
    /// Every program that has the vault open locks. At each moment the vault or the backup is at the
    /// path, complete, and opens. Where this machine has seen a newer state of the vault, the restored
    /// one counts as newer still.
    ///
    /// - Parameters:
    ///   - source: The backup, which stays where it is. What is in a log beside it belongs to it.
    ///   - passphrase: Opens the backup.
    /// - Returns: Where the former vault is now; `nil` when there was none.
    /// - Throws: ``VaultError`` when the backup is not as it was written, is not a vault, or does
    ///   not open; then nothing has changed.
    package func restore(
        from source: String, passphrase: SecretText
    ) async throws -> String? {
        let draft = try await copy(of: source)
        defer { draft.discard() }
        let vault = try await draft.naming(source) { try id(of: draft.path) }
        let seen = { stateDirectory.map { SeenCounter(folder: $0, vault: vault).highest() } ?? 0 }
        // A place that has never had this vault gets it as it was.
        let renewing = exists || seen() > 0 ? seen : nil
        // Once, unless another program keeps writing to the vault.
        for _ in 0..<5 {
            let counter = try await draft.naming(source) {
                try await verify(copy: draft.path, passphrase, renewing: renewing).counter
            }
            guard exists else {
                try draft.publish()
                return nil
            }
            // Other programs lock the vault, since the file is another one from now on.
            try? await manager().lockEverywhere()
            let former = try await draft.naming {
                try draft.replaceVault { seen() <= counter }
            }
            if let former { return former }
        }
        throw VaultError(
            .vaultInUse, "Another program is writing to the vault.",
            remedy: "Try again in a moment.")
    }

    /// Whether a file is another vault than the present one, and no copy of it.
    ///
    /// - Throws: ``VaultError`` when it is not a vault. A present one that is damaged is another
    ///   one.
    package func isAnotherVault(_ source: String) async throws -> Bool {
        try VaultFile(path: source).mustExist()
        guard exists else { return false }
        let draft = try await copy(of: source)
        defer { draft.discard() }
        let other = try await draft.naming(source) { try id(of: draft.path) }
        return other != (try? id(of: path))
    }

    /// Verifies a backup without putting it anywhere.
    ///
    /// - Throws: As ``restore(from:passphrase:)``.
    package func verify(backup source: String, passphrase: SecretText) async throws -> Int {
        let draft = try await copy(of: source)
        defer { draft.discard() }
        return try await draft.naming(source) {
            try await verify(copy: draft.path, passphrase).report.itemCount
        }
    }

    /// A copy of a backup beside the vault; the backup itself is only read, as it may be on a disk that
    /// cannot be written.
    private func copy(of source: String) async throws -> VaultDraft {
        guard FileIdentity(path: source) != FileIdentity(path: path) || !exists else {
            throw VaultError(
                .vaultBackup, "The backup is the vault itself.", remedy: "Name another file.")
        }
        let draft = try VaultDraft(for: path, databases)
        do {
            try VaultFile(path: source).copy(to: draft.path)
            try await draft.naming(source) { try draft.takeInLog() }
            return draft
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
                    .vaultBackup, "The copy differs from the original.",
                    remedy: "Try again, and check the disk.")
            }
        } catch let error as any ExplainedError {
            throw VaultError.translating(error, path: path)
        }
    }

    /// Verifies a copy, every byte of it.
    ///
    /// - Parameter seen: The number of changes that the copy has to have, at least, when it becomes the
    ///   vault; it is made to, and gets another incarnation.
    /// - Returns: What that came to, and the number of its changes.
    private func verify(
        copy: String, _ passphrase: SecretText, renewing seen: (() -> Int64)? = nil
    ) async throws -> (report: VaultReport, counter: Int64) {
        let manager = manager(at: copy, remembering: false)
        do {
            let report = try await report(of: manager, passphrase)
            guard report.isClean else { throw VaultError.tampered(report.findings) }
            let counter =
                if let seen { try await manager.renew(beyond: seen()) } else {
                    try await manager.revision()
                }
            await manager.close()
            return (report, counter)
        } catch {
            await manager.close()
            throw error
        }
    }
}
