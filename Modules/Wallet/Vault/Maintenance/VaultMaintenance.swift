package import TenonCore
package import TenonSecurity

/// Looks after a vault file: verifies it, copies it, puts a copy back, saves what can be saved.
///
/// It works on the file in this process, with its own manager, and so needs the passphrase for all
/// that reads. Other programs that have the vault open notice what changes.
package struct VaultMaintenance: Sendable {
    /// Where the vault is.
    package let path: String
    private let backupFolder: String
    let stateDirectory: String?
    let databases: any DatabaseOpening
    let domains: any RegistrableDomainFinding
    let now: @Sendable () -> Timestamp
    let argon2id: Argon2id

    /// Describes a vault, which is not opened yet.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the vault file.
    ///   - stateDirectory: As for ``VaultManager``; backups are in a folder below it.
    ///   - backupFolder: Where backups are kept.
    ///   - databases: Opens files.
    ///   - domains: Tells which hosts belong to the same owner.
    ///   - now: Tells the time.
    ///   - argon2id: The cost of new passphrase slots.
    package init(
        path: String, stateDirectory: String?, backupFolder: String,
        databases: any DatabaseOpening, domains: any RegistrableDomainFinding,
        now: @escaping @Sendable () -> Timestamp, argon2id: Argon2id = .standard
    ) {
        self.path = path
        self.stateDirectory = stateDirectory
        self.backupFolder = backupFolder
        self.databases = databases
        self.domains = domains
        self.now = now
        self.argon2id = argon2id
    }

    /// Whether there is a file at the path.
    package var exists: Bool { FileIdentity(path: path) != nil }

    /// Where backups are kept.
    package var backups: BackupFolder { backups(of: exists ? try? id(of: path) : nil) }

    func backups(of vault: ItemID?) -> BackupFolder {
        BackupFolder(path: backupFolder, of: path, vault)
    }

    /// The id of the vault in a file.
    ///
    /// - Throws: ``VaultError`` when it is not a vault.
    func id(of file: String) throws -> ItemID {
        do {
            let database = try databases.open(path: file, options: DatabaseOptions())
            defer { try? database.close() }
            return try database.read { try VaultHeader($0, isChecked: false).vault }
        } catch let error as any ExplainedError {
            throw VaultError.translating(error, path: file)
        }
    }

    /// A new manager, which is not unlocked.
    package func manager() -> VaultManager { manager(at: path, remembering: true) }

    func manager(at path: String, remembering: Bool) -> VaultManager {
        VaultManager(
            path: path, stateDirectory: remembering ? stateDirectory : nil, databases: databases,
            domains: domains, now: now, argon2id: argon2id)
    }

    /// The vault, opened with a passphrase; close it after use.
    ///
    /// - Throws: ``VaultError``, as unlocking.
    package func open(passphrase: SecretText) async throws -> VaultManager {
        let manager = manager()
        try await manager.unlock(passphrase: passphrase)
        return manager
    }

    /// Facts about the vault that need no passphrase.
    ///
    /// - Throws: ``VaultError``: `vaultMissing`, `vaultForeign`, `vaultNewerFormat`, `vaultTampered` …
    package func inspect() throws -> (format: Int, created: Timestamp, slotCount: Int) {
        do {
            let database = try databases.open(path: path, options: DatabaseOptions())
            defer { try? database.close() }
            return try database.read { connection in
                let header = try VaultHeader(connection)
                return (
                    Int(header.format), Timestamp(milliseconds: header.created),
                    try KeySlot.all(connection).count
                )
            }
        } catch let error as any ExplainedError {
            throw VaultError.translating(error, path: path)
        }
    }

    /// Verifies every byte, also of a vault that does not open any more.
    ///
    /// - Throws: ``VaultError`` when it cannot be verified: `vaultWrongPassphrase`, `vaultMissing`
    ///   …
    package func check(passphrase: SecretText) async throws -> VaultReport {
        let manager = manager()
        do {
            let report = try await report(of: manager, passphrase)
            await manager.close()
            return report
        } catch {
            await manager.close()
            throw error
        }
    }

    /// Unlocks a vault and verifies it; one that does not open is examined as well.
    func report(of manager: VaultManager, _ passphrase: SecretText) async throws -> VaultReport {
        do {
            try await manager.unlock(passphrase: passphrase)
            return try await manager.check()
        } catch let error as VaultError where error.code == .vaultTampered {
            await manager.lock()
            return try await manager.salvage(passphrase: passphrase) { _ in }
        }
    }

    /// Where drafts in other folders are noted; `nil` when nothing is remembered.
    package var draftNotes: DraftNotes? { stateDirectory.map(DraftNotes.init) }

    /// Removes what commands that were killed have left behind beside the vault and its backups, and
    /// where there are notes of it.
    func removeLeftovers() {
        draftNotes?.removeLeftovers()
        for folder in [FileName.folder(of: path), backupFolder] {
            DraftFolder.removeLeftovers(in: folder)
        }
    }

    /// Saves the items that still open into a new vault, with the same passphrase.
    ///
    /// The damaged file stays as it is. Former versions and the trash are left behind.
    ///
    /// - Parameter target: Where the new vault is made; it must not exist yet.
    /// - Returns: What is wrong with the damaged one, and how many items were saved.
    /// - Throws: ``VaultError``; then there is no new vault.
    package func recover(
        passphrase: SecretText, to target: String
    ) async throws -> (report: VaultReport, count: Int) {
        DraftFolder.removeLeftovers(in: FileName.folder(of: target))
        try VaultFile(path: target).mustBeNew()
        let found = SavedItems()
        let report = try await manager().salvage(passphrase: passphrase) { found.add($0) }
        let draft = try VaultDraft(for: target, databases, notedIn: draftNotes)
        defer { draft.discard() }
        let saved = try await draft.naming {
            let new = manager(at: draft.path, remembering: false)
            do {
                try await new.create(passphrase: passphrase)
                let items = try await copyAttachments(of: found.items, to: new)
                let saved = try await new.write { writer in
                    for item in items { try writer.write(.add(item)) }
                    return writer.count
                }
                await new.close()
                try draft.publish()
                return saved
            } catch {
                await new.close()
                throw error
            }
        }
        return (report, saved)
    }

    /// Copies the content of attachments, as it is sealed.
    ///
    /// - Returns: The items, with those attachments that can still be opened as a whole, or are on other
    ///   machines.
    private func copyAttachments(
        of items: [Item], to new: VaultManager
    ) async throws -> [Item] {
        guard items.contains(where: { !$0.attachments.isEmpty }) else { return items }
        let database = try databases.open(path: path, options: DatabaseOptions())
        defer { try? database.close() }
        var copies: [Item] = []
        for var item in items {
            let attachments = item.attachments
            item.head.attachments = []
            for attachment in attachments {
                if try await copy(attachment, from: database, to: new) {
                    item.head.attachments.append(attachment)
                }
            }
            copies.append(item)
        }
        return copies
    }

    private func copy(
        _ attachment: Attachment, from database: any Database, to new: VaultManager
    ) async throws -> Bool {
        func chunk(_ number: Int) throws -> AttachmentChunk? {
            try database.read { try $0.chunk(number, of: attachment.id) }
        }
        if try database.read({ try $0.isAwaited(attachment) }) {
            try await new.expect(attachment)
            return true
        }
        for number in 0..<attachment.chunkCount {
            guard let chunk = try chunk(number), (try? attachment.open(chunk) { _ in }) != nil
            else { return false }
        }
        for number in 0..<attachment.chunkCount {
            if let chunk = try chunk(number) { try await new.keep(chunk) }
        }
        return true
    }

    /// Counts the items that ``recover(passphrase:to:)`` would save.
    ///
    /// - Throws: ``VaultError``, also when there is something at the target.
    package func salvageable(
        passphrase: SecretText, to target: String
    ) async throws -> (report: VaultReport, count: Int) {
        try VaultFile(path: target).mustBeNew()
        let found = SavedItems()
        let report = try await manager().salvage(passphrase: passphrase) { found.add($0) }
        return (report, found.items.count)
    }
}

extension AnyPort {
    /// The maintenance of the vault file.
    package static let vaultMaintenance = Port<VaultMaintenance>(
        "vaultMaintenance", providers: ["WalletVault"])
}
