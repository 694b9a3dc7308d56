import Synchronization
package import TenonCore
package import WalletVault

/// Imports what other programs have exported: first a look at what would happen, then doing it.
///
/// A text is read once for each; between them only fingerprints remain of the passwords. Other files
/// are read once and held in memory that is wiped.
package struct Importer: Sendable {
    /// How large a file may be that is held in memory, in bytes.
    private static let documentLimit = 512 << 20

    let vault: any Vault
    /// Tells when files are attached.
    let clock: any TimeTelling
    /// Tells which sites belong together.
    let domains: any RegistrableDomainFinding
    private let tools: DocumentTools
    let maintenance: VaultMaintenance?

    /// Makes an importer into a vault.
    ///
    /// - Parameters:
    ///   - vault: Where the items go.
    ///   - domains: Tells which sites belong together.
    ///   - tools: What documents are read with.
    ///   - clock: Tells when.
    ///   - maintenance: Makes a backup before anything is written; `nil` makes none.
    package init(
        vault: any Vault, domains: any RegistrableDomainFinding, tools: DocumentTools,
        clock: any TimeTelling, maintenance: VaultMaintenance? = nil
    ) {
        self.vault = vault
        self.domains = domains
        self.tools = tools
        self.clock = clock
        self.maintenance = maintenance
    }

    /// What reads the history that other programs keep of an entry.
    var former: FormerVersions { FormerVersions(xml: tools.xml) }

    /// Compares a source with the vault.
    ///
    /// - Parameters:
    ///   - source: A file, or the folder of a pass store or of a vault of 1Password.
    ///   - options: What a person says of the file.
    ///   - askPassword: Asks for the password of a file that has one; three times at most.
    ///   - progress: Called now and then with the bytes or files that were read.
    /// - Throws: ``TransferError``, `VaultError`, the errors of what reads a document, or
    ///   `CancellationError`.
    package func preview(
        _ source: ImportSource, options: ImportOptions = ImportOptions(),
        askPassword: @escaping PasswordAsking = { _, _ in nil },
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportPreview {
        let key = FingerprintKey()
        let use = VaultUse(of: vault)
        defer { use.end() }
        if case .file(let path) = source, PassStoreReader.recognizes(path) {
            if OnePasswordVault.recognizes(path) {
                let vault = try OnePasswordVault(path)
                let document = try await reader(options, use, askPassword)
                    .read(vault, name: source.name)
                return try await preview(document, name: source.name, key: key)
            }
            let document = try await PassStoreReader(programs: tools.programs).read(path) {
                progress(ImportProgress(completed: $0, total: $1))
            }
            return try await preview(document, name: source.name, key: key)
        }
        let opened = try source.open()
        guard let kind = try opened.documentKind(), options.columns == nil else {
            let options = try settled(options, for: opened.repeatable, key)
            return try await preview(opened.repeatable, name: source.name, key, options, progress)
        }
        let bytes = try opened.repeatable.contents(limit: Self.documentLimit)
        let document = try await reader(options, use, askPassword)
            .read(kind, bytes, name: source.name)
        return try await preview(document, name: source.name, key: key)
    }

    /// What reads files without lines; waiting for a password does not count as use of the vault.
    private func reader(
        _ options: ImportOptions, _ use: VaultUse, _ askPassword: @escaping PasswordAsking
    ) -> DocumentReader {
        DocumentReader(tools: tools, options: options) { name, attempts in
            await use.whileWaiting { await askPassword(name, attempts) }
        }
    }

    /// What is said of a text, or was said of an earlier one with such columns.
    private func settled(
        _ options: ImportOptions, for source: ImportSource, _ key: FingerprintKey
    ) throws -> ImportOptions {
        do {
            _ = try ImportPass(source, key: key, options: options)
            return options
        } catch let error as TransferError {
            let isDoubtful = [.transferFormat, .transferEncoding].contains(error.code)
            guard isDoubtful, options.format == nil, options.columns == nil else { throw error }
            for mapping in options.known where mapping.hasHeader {
                var other = options
                other.columns = mapping
                if (try? ImportPass(source, key: key, options: other)) != nil { return other }
            }
            throw error
        }
    }

    func preview(
        _ document: ImportedDocument, name: String, key: FingerprintKey
    ) async throws -> ImportPreview {
        let revision = try await vault.revision()
        let analysis = try FileAnalysis(
            ImportPass(document).rows, key: key, domains: domains, former: former
        ) {
            try Task.checkCancellation()
        }
        let plan = try await plan(analysis, key: key) { ImportPass(document) }
        return ImportPreview(
            name: name, format: analysis.format, isEncrypted: document.isEncrypted,
            counts: plan.counts, samples: try ImportPass(document).samples(plan.samples),
            problems: (analysis.problems + plan.remarks).sorted { $0.line < $1.line },
            basis: ImportBasis(
                content: .document(document), key: key, decisions: plan.decisions,
                files: plan.files, vaultRevision: revision))
    }

    func preview(
        _ source: ImportSource, name: String, _ key: FingerprintKey, _ options: ImportOptions,
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws -> ImportPreview {
        let revision = try await vault.revision()
        let pass = try ImportPass(source, key: key, options: options)
        let analysis = try FileAnalysis(
            pass.rows, key: key, domains: domains, former: former
        ) {
            try Task.checkCancellation()
            progress(pass.progress)
        }
        let digest = pass.digest
        let stamp = pass.source?.stamp
        let plan = try await plan(analysis, key: key) {
            try ImportPass(source, key: key, options: options)
        }
        let samples = try ImportPass(source, key: key, options: options).samples(plan.samples)
        return ImportPreview(
            name: name, format: analysis.format, isEncrypted: false, counts: plan.counts,
            samples: samples, problems: analysis.problems,
            basis: ImportBasis(
                content: .text(source, stamp, digest: digest, options), key: key,
                decisions: plan.decisions, vaultRevision: revision))
    }

    private func plan(
        _ analysis: FileAnalysis, key: FingerprintKey, again: () throws -> ImportPass
    ) async throws -> ImportPlan {
        let plan = try await compared(analysis, key: key)
        guard EntrySettlement.isNeeded(by: plan, for: analysis) else { return plan }
        var settlement = EntrySettlement(plan, in: vault, former: former)
        return try await settlement.settle(again().rows)
    }

    private func compared(
        _ analysis: FileAnalysis, key: FingerprintKey
    ) async throws -> ImportPlan {
        let planner = Mutex(
            ImportPlanner(analysis, key: key, domains: domains, now: clock.now()))
        var start = 0
        var total = 1
        while start < total {
            try Task.checkCancellation()
            let window = start..<start + Self.pageSize
            let page = try await vault.list(ItemQuery(window: window))
            planner.withLock { planner in
                for item in page.items { planner.consider(item) }
            }
            total = page.total
            start = window.upperBound
        }
        let wanted = planner.withLock(\.wanted)
        try Task.checkCancellation()
        if wanted.count <= Self.fewItems {
            for id in wanted {
                let item = try await vault.item(id)
                planner.withLock { $0.compare(item) }
            }
        } else {
            try await vault.forEachItem { item in
                planner.withLock { $0.compare(item) }
            }
        }
        for id in planner.withLock(\.unsure) {
            try Task.checkCancellation()
            let versions = try await vault.history(id)
            planner.withLock { planner in
                for password in versions.compactMap(\.password) {
                    planner.remember(id, password)
                }
            }
        }
        return planner.withLock { $0.plan() }
    }

    /// How many items of the vault are looked at in one go.
    private static let pageSize = 5000
    /// Up to how many items are opened one by one instead of all.
    private static let fewItems = 200
}
