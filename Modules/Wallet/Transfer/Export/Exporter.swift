package import TenonCore
import TenonMemory
package import TenonSecurity
package import WalletVault

/// What is to be exported, and by whom.
package struct ExportRequest: Sendable {
    /// The format.
    let format: ExportFormat
    /// The file; `nil` is standard output.
    let path: String?
    /// The passphrase of the vault, asked for again.
    let passphrase: SecretText
    /// The password of the file, for a format that has one.
    let password: SecretText?
    /// Whether a file that is there may be replaced.
    let isReplacing: Bool

    /// Describes an export.
    package init(
        format: ExportFormat, path: String?, passphrase: SecretText, password: SecretText?,
        isReplacing: Bool
    ) {
        self.format = format
        self.path = path
        self.passphrase = passphrase
        self.password = password
        self.isReplacing = isReplacing
    }
}

/// What an export has written.
package struct ExportResult: Sendable, Equatable {
    /// The format.
    package let format: ExportFormat
    /// The file; `nil` is standard output.
    package let path: String?
    /// How many items are in it.
    package let count: Int
    /// What of the vault is not in it.
    package let omissions: ExportOmissions
}

/// Writes the items of a vault to files for other programs.
package struct Exporter: Sendable {
    private let vault: any Vault
    private let tools: DocumentTools
    private let clock: any TimeTelling
    private let notes: DraftNotes?
    private let argon2id: Argon2id

    /// Makes an exporter.
    ///
    /// - Parameters:
    ///   - vault: Whose items are written.
    ///   - tools: What the formats are written with.
    ///   - clock: Tells when.
    ///   - notes: Where drafts of files are noted.
    ///   - argon2id: How the key of a file is derived from its password.
    package init(
        vault: any Vault, tools: DocumentTools, clock: any TimeTelling, notes: DraftNotes?,
        argon2id: Argon2id = .standard
    ) {
        self.vault = vault
        self.tools = tools
        self.clock = clock
        self.notes = notes
        self.argon2id = argon2id
    }

    /// What files in each format would not hold of the vault as it is.
    ///
    /// - Throws: `VaultError`, or `CancellationError`.
    package func omissions() async throws -> [ExportFormat: ExportOmissions] {
        let trash = try await trashCount()
        var result: [ExportFormat: ExportOmissions] = [:]
        for format in ExportFormat.allCases {
            result[format, default: ExportOmissions()].add(trash, .trash)
        }
        var sizes: [Int] = []
        try await vault.forEachItemWithHistory { item in
            sizes += item.item.attachments.map(\.size)
            for format in ExportFormat.allCases {
                result[format]?.add(item, in: format, former: former)
            }
        }
        let leftOut = ExportFiles.leftOut(of: sizes)
        for format in ExportFormat.allCases where format.holdsFiles {
            result[format]?.add(leftOut, .attachments)
        }
        return result
    }

    /// Writes all items that are not in the trash: the whole file, or none.
    ///
    /// - Parameters:
    ///   - confirm: Called before anything is written with what the file does not hold; what it throws
    ///     ends the export.
    ///   - progress: Called now and then with the items that were opened.
    /// - Throws: ``TransferError``, `VaultError` (`vaultWrongPassphrase` among them), or
    ///   `CancellationError`; a file that was there is as it was then.
    package func export(
        _ request: ExportRequest,
        confirm: (ExportOmissions) async throws -> Void = { _ in },
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ExportResult {
        if !request.format.isClear, request.password?.isEmpty ?? true {
            throw TransferError.noFilePassword
        }
        let target = try request.path.map {
            try ExportTarget($0, isReplacing: request.isReplacing, notes: notes)
        }
        try await vault.verify(passphrase: request.passphrase)
        var omissions = ExportOmissions()
        omissions.add(try await trashCount(), .trash)
        let items = try await items(progress)
        for item in items { omissions.add(item, in: request.format, former: former) }
        let files = ExportFiles(items.map(\.item), in: request.format)
        omissions.add(files.leftOut, .attachments)
        try await confirm(omissions)
        let bytes = try await encode(items, files, request)
        try Task.checkCancellation()
        if let target {
            try bytes.withBytes { try target.write($0) }
        } else {
            try bytes.withBytes { try ExportTarget.writeToStandardOutput($0) }
        }
        return ExportResult(
            format: request.format, path: request.path, count: items.count, omissions: omissions)
    }

    private var former: FormerVersions { FormerVersions(xml: tools.xml) }

    private func trashCount() async throws -> Int {
        try await vault.list(ItemQuery(isTrashed: true, window: 0..<0)).total
    }

    private func items(
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws -> [ItemWithHistory] {
        let total = try await vault.list(ItemQuery(window: 0..<0)).total
        var items: [ItemWithHistory] = []
        items.reserveCapacity(total)
        try await vault.forEachItemWithHistory { item in
            items.append(item)
            if items.count % 64 == 0 {
                progress(ImportProgress(completed: items.count, total: max(total, 1)))
            }
        }
        return items.sorted { ($0.item.title, $0.item.id) < ($1.item.title, $1.item.id) }
    }

    private func encode(
        _ items: [ItemWithHistory], _ files: ExportFiles, _ request: ExportRequest
    ) async throws -> SecretBuffer {
        let password = request.password ?? SecretText(utf8: [])
        switch request.format {
        case .keePass: return try await keePass(items, files, password)
        case .bitwardenEncrypted:
            return try BitwardenEncryption(argon2id: argon2id)
                .file(BitwardenWriter.document(items), password: password)
        case .bitwarden: return BitwardenWriter.document(items)
        case .bitwardenArchive:
            return Self.buffer(
                try BitwardenArchiveWriter(items).file(try await contents(files), tools.archives))
        case .onePassword:
            return Self.buffer(
                try OnePasswordWriter(archives: tools.archives).file(
                    items, try await contents(files), now: clock.now()))
        case .text: return TextWriter.document(items)
        }
    }

    private static func buffer(_ archive: SecretText) -> SecretBuffer {
        let file = SecretBuffer(capacity: archive.count + 1)
        file.append(archive)
        return file
    }

    private func keePass(
        _ items: [ItemWithHistory], _ files: ExportFiles, _ password: SecretText
    ) async throws -> SecretBuffer {
        let content = KeePassContent(size: files.size)
        var references: [ItemID: [KeePassEntry.FileReference]] = [:]
        for file in files.entries {
            content.begin(size: file.attachment.size)
            try await vault.read(file.attachment) { content.buffer.append($0) }
            references[file.item, default: []].append(
                KeePassEntry.FileReference(name: file.name, number: content.end()))
        }
        let translator = KeePassItem(xml: tools.xml)
        let entries = items.map { item in
            var entry = translator.entry(item)
            entry.references = references[item.item.id] ?? []
            return entry
        }
        return try KeePassWriter(tools: tools, argon2id: argon2id).file(
            entries, content: content, name: "Wallet", password: password, now: clock.now())
    }

    private func contents(_ files: ExportFiles) async throws -> [ExportedFile] {
        var contents: [ExportedFile] = []
        for file in files.entries {
            contents.append(
                ExportedFile(
                    item: file.item, id: "\(file.attachment.id)", name: file.name,
                    content: try await vault.contents(of: file.attachment)))
        }
        return contents
    }
}
