package import TenonCore
package import TenonSecurity
package import WalletVault

/// What is to be exported, and by whom.
package struct ExportRequest: Sendable {
    /// The format.
    package let format: ExportFormat
    /// The file; `nil` is standard output.
    package let path: String?
    /// The passphrase of the vault, asked for again.
    package let passphrase: SecretText
    /// The password of the file, for a format that has one.
    package let password: SecretText?
    /// Whether a file that is there may be replaced.
    package let isReplacing: Bool

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
}

/// Writes the items of a vault to files for other programs.
package struct Exporter: Sendable {
    private let vault: any Vault
    private let tools: DocumentTools
    private let clock: any TimeTelling
    private let argon2id: Argon2id

    /// Makes an exporter.
    ///
    /// - Parameter argon2id: How the key of a KeePass file is derived from its password.
    package init(
        vault: any Vault, tools: DocumentTools, clock: any TimeTelling,
        argon2id: Argon2id = .standard
    ) {
        self.vault = vault
        self.tools = tools
        self.clock = clock
        self.argon2id = argon2id
    }

    /// Writes all items that are not in the trash: the whole file, or none.
    ///
    /// - Parameter progress: Called now and then with the items that were opened.
    /// - Throws: ``TransferError``, `VaultError` (`vaultWrongPassphrase` among them), or
    ///   `CancellationError`; a file that was there is as it was then.
    package func export(
        _ request: ExportRequest,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ExportResult {
        if request.format == .keePass, request.password?.isEmpty ?? true {
            throw TransferError.noFilePassword
        }
        let target = try request.path.map {
            try ExportTarget($0, isReplacing: request.isReplacing)
        }
        try await vault.verify(passphrase: request.passphrase)
        let items = try await items(progress)
        let bytes = try encode(items, request)
        try Task.checkCancellation()
        if let target {
            try bytes.withBytes { try target.write($0) }
        } else {
            try bytes.withBytes { try ExportTarget.writeToStandardOutput($0) }
        }
        return ExportResult(format: request.format, path: request.path, count: items.count)
    }

    private func items(
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws -> [Item] {
        let total = try await vault.list(ItemQuery(window: 0..<0)).total
        var items: [Item] = []
        items.reserveCapacity(total)
        try await vault.forEachItem { item in
            items.append(item)
            if items.count % 64 == 0 {
                progress(ImportProgress(completed: items.count, total: max(total, 1)))
            }
        }
        return items.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
    }

    private func encode(_ items: [Item], _ request: ExportRequest) throws -> WipedBuffer {
        switch request.format {
        case .keePass:
            let translator = KeePassItem(xml: tools.xml)
            return try KeePassWriter(tools: tools, argon2id: argon2id).file(
                items.map(translator.entry), name: "Wallet",
                password: request.password ?? SecretText(utf8: []), now: clock.now())
        case .bitwarden: return try BitwardenWriter.document(items)
        case .text: return TextWriter.document(items)
        }
    }
}
