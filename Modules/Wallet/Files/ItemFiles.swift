package import TenonCore
import WalletSettings
import WalletSync
import WalletTransfer
package import WalletVault

/// Adds, opens, saves, removes and lists the files of items, for screens and commands.
package struct ItemFiles: Sendable {
    private let vault: any Vault
    private let sync: any VaultSyncing
    private let programs: any ProgramRunning
    private let clock: any TimeTelling
    private let configuration: Configuration
    private let notes: DraftNotes?
    private let preferences: (any PreferencesProviding)?

    init(
        of vault: any Vault, sync: any VaultSyncing, programs: any ProgramRunning,
        clock: any TimeTelling, configuration: Configuration, notes: DraftNotes?,
        preferences: (any PreferencesProviding)?
    ) {
        self.vault = vault
        self.sync = sync
        self.programs = programs
        self.clock = clock
        self.configuration = configuration
        self.notes = notes
        self.preferences = preferences
    }

    /// The most bytes of a file that is attached, as the settings say now.
    package var limit: Int { (preferences?.current ?? WalletSettings()).attachmentLimit }

    /// Whether there is a desktop here whose programs can open a file.
    package var canOpen: Bool { configuration.hasDisplay }

    // MARK: - Looking

    /// The files of all items that are not in the trash, the largest first.
    ///
    /// - Throws: `VaultError`, or `CancellationError`.
    package func all() async throws -> [ItemFile] {
        var items: [Item] = []
        try await vault.forEachItem { if !$0.attachments.isEmpty { items.append($0) } }
        var files: [ItemFile] = []
        for item in items { files += try await self.files(of: item) }
        return files.sorted { ($1.size, $0.name, $0.id) < ($0.size, $1.name, $1.id) }
    }

    /// The files of an item, the largest first.
    ///
    /// - Throws: `VaultError`.
    package func files(of item: Item) async throws -> [ItemFile] {
        var files: [ItemFile] = []
        for (name, attachment) in item.attachmentsBySize {
            files.append(try await file(attachment, named: name, of: item))
        }
        return files
    }

    /// A file of an item.
    ///
    /// - Throws: ``FilesError`` when the item does not have it; `VaultError`.
    package func file(_ id: ItemID, of item: ItemID) async throws -> ItemFile {
        let (item, name, attachment) = try await find(id, of: item)
        return try await file(attachment, named: name, of: item)
    }

    /// A file of an item that was read already.
    ///
    /// - Throws: `VaultError`.
    package func file(
        _ attachment: Attachment, named name: String, of item: Item
    ) async throws -> ItemFile {
        ItemFile(
            attachment, named: name, of: item, isAwaited: try await vault.isAwaited(attachment))
    }

    private func find(
        _ id: ItemID, of item: ItemID
    ) async throws -> (item: Item, name: String, attachment: Attachment) {
        let item = try await vault.item(item)
        guard let (name, attachment) = item.namedAttachments.first(where: { $1.id == id }) else {
            throw FilesError.gone
        }
        return (item, name, attachment)
    }

    // MARK: - Doing

    /// Attaches a file to an item; when that fails, the item is as it was.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - name: What it is called in the vault; what stands before the last slash is left out.
    ///   - item: The item.
    ///   - report: Is told how many bytes are stored.
    /// - Returns: The name.
    /// - Throws: `VaultError`: `vaultAttachment` when the item has a file of this name; what the file
    ///   throws; `CancellationError`.
    package func add(
        _ source: AttachedFile, named name: String, to item: ItemID,
        telling report: (Int) -> Void = { _ in }
    ) async throws -> String {
        let attachment = try Attachment(name, size: source.size, added: clock.now())
        try await vault.attach(attachment, to: item, telling: report, reading: source.read)
        return attachment.name
    }

    /// Fetches the content of a file when it is on other machines.
    ///
    /// - Throws: `SyncError` when it cannot be fetched; `VaultError`.
    package func fetch(_ file: ItemFile) async throws {
        if file.isAwaited { try await sync.fetchFile(file.id, of: file.item) }
    }

    /// The content of a file, which is fetched when it is on other machines.
    ///
    /// - Throws: ``FilesError``, `SyncError`, `VaultError`, or `CancellationError`.
    package func contents(of file: ItemFile) async throws -> SecretText {
        try await fetch(file)
        return try await vault.contents(of: try await find(file.id, of: file.item).attachment)
    }

    /// Opens a copy of a file that is only in memory in the program of the desktop.
    ///
    /// - Parameter use: Returns when the copy is no longer needed; then it is overwritten and removed.
    /// - Throws: ``FilesError``, `SyncError`, `VaultError`, or `CancellationError`.
    package func open(_ file: ItemFile, while use: () async -> Void) async throws {
        let contents = try await contents(of: file)
        try await MemoryFolder.with(configuration) { folder in
            let path = try folder.makeFile(named: file.name, contents)
            guard
                await programs.run(
                    "xdg-open", arguments: [path], input: SecretText(""), limit: 1 << 16,
                    within: .seconds(30))?.status == 0
            else { throw FilesError.cannotOpen(file.name) }
            try await vault.markUsed(file.item)
            await use()
        }
    }

    /// Writes a file to a disk, not encrypted and readable by its owner only, as a whole or not at all.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isReplacing: Whether a file that is there may be replaced.
    /// - Throws: `TransferError` when it cannot be written there; ``FilesError``, `SyncError`,
    ///   `VaultError`, or `CancellationError`.
    package func save(_ file: ItemFile, to path: String, isReplacing: Bool) async throws {
        let target = try ExportTarget(path, isReplacing: isReplacing, notes: notes)
        let contents = try await contents(of: file)
        try contents.withBytes { try target.write($0) }
        try await vault.markUsed(file.item)
    }

    /// Deletes a file from its item and from the vault.
    ///
    /// - Throws: ``FilesError`` when the item does not have it; `VaultError`.
    package func remove(_ file: ItemFile) async throws {
        try await vault.detach(try await find(file.id, of: file.item).attachment, from: file.item)
    }
}

extension AnyPort {
    /// What handles the files of items.
    package static let itemFiles = Port<ItemFiles>("itemFiles", providers: ["WalletFiles"])
}
