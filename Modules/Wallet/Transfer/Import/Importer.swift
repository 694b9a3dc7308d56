import Synchronization
package import TenonCore
package import WalletVault

/// Imports the logins of a browser's CSV export: first a look at what would happen, then doing it.
///
/// The file is read once for each; between them only fingerprints remain of the passwords.
package struct Importer: Sendable {
    private let vault: any Vault
    private let domains: any RegistrableDomainFinding

    /// Makes an importer into a vault.
    package init(vault: any Vault, domains: any RegistrableDomainFinding) {
        self.vault = vault
        self.domains = domains
    }

    /// Compares a source with the vault.
    ///
    /// - Parameter progress: Called now and then with the bytes that were read.
    /// - Throws: ``TransferError``, `VaultError`, or `CancellationError`.
    package func preview(
        _ source: ImportSource, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportPreview {
        try await preview(source, key: FingerprintKey(), progress: progress)
    }

    private func preview(
        _ source: ImportSource, key: FingerprintKey,
        progress: @Sendable (ImportProgress) -> Void
    ) async throws -> ImportPreview {
        let revision = try await vault.revision()
        let pass = try ImportPass(source, key: key)
        let analysis = try FileAnalysis(pass.rows, key: key, domains: domains) {
            try Task.checkCancellation()
            progress(pass.progress)
        }
        let digest = pass.digest
        let repeatable = pass.source.repeatable
        let stamp = pass.source.stamp
        let plan = try await plan(analysis, key: key)
        let samples = try ImportPass(repeatable, key: key).samples(plan.samples)
        return ImportPreview(
            name: source.name, format: analysis.format, counts: plan.counts, samples: samples,
            problems: analysis.problems,
            basis: ImportBasis(
                source: repeatable, stamp: stamp, key: key, digest: digest,
                decisions: plan.decisions, vaultRevision: revision))
    }

    private func plan(_ analysis: FileAnalysis, key: FingerprintKey) async throws -> ImportPlan {
        let planner = Mutex(ImportPlanner(analysis, key: key, domains: domains))
        var start = 0
        var total = 1
        while start < total {
            try Task.checkCancellation()
            let window = start..<start + Self.pageSize
            let page = try await vault.list(ItemQuery(kinds: [.login], window: window))
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
                let login = try await vault.login(id)
                planner.withLock { $0.compare(id, login.password) }
            }
        } else {
            try await vault.forEachItem { item in
                guard let login = item.login else { return }
                planner.withLock { $0.compare(login.id, login.password) }
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

    /// Does what a preview says, in one transaction: everything, or nothing.
    ///
    /// When the vault was changed since the preview, the rows are compared with it again, and the
    /// result may differ from the preview.
    ///
    /// - Parameter progress: Called now and then with the rows that were written.
    /// - Throws: ``TransferError`` when the file has changed, `VaultError`, or `CancellationError`;
    ///   the vault is as it was then.
    @discardableResult
    package func apply(
        _ preview: ImportPreview, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportResult {
        var preview = preview
        let expected = preview.basis.digest
        let stamp = preview.basis.stamp
        if try await vault.revision() != preview.basis.vaultRevision {
            preview = try await self.preview(
                preview.basis.source, key: preview.basis.key, progress: { _ in })
        }
        let basis = preview.basis
        guard basis.digest == expected, basis.stamp == stamp else {
            throw TransferError.changedFile
        }
        let total = preview.counts.writes
        try await vault.write { batch in
            let pass = try reopen(basis)
            let writer = ImportWriter(batch, decisions: basis.decisions)
            try writer.write(pass.rows) { completed in
                try Task.checkCancellation()
                progress(ImportProgress(completed: completed, total: total))
            }
            guard pass.digest == basis.digest else { throw TransferError.changedFile }
        }
        return ImportResult(
            name: preview.name, counts: preview.counts, problems: preview.problems)
    }

    /// A file that vanished, or is no export any more, has changed as well.
    private func reopen(_ basis: ImportBasis) throws -> ImportPass {
        do {
            let pass = try ImportPass(basis.source, key: basis.key)
            guard pass.source.stamp == basis.stamp else { throw TransferError.changedFile }
            return pass
        } catch let error as TransferError where error.code != .transferUnreadable {
            throw TransferError.changedFile
        }
    }
}
