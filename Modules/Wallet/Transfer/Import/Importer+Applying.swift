import TenonCore
import WalletVault

/// Doing what a preview says.
extension Importer {
    /// Does what a preview says, in one transaction: everything, or nothing.
    ///
    /// The content of files is kept before; when the transaction fails, it is removed a day later.
    /// When the vault was changed since the preview, the rows are compared with it again, and the
    /// result may differ from the preview.
    ///
    /// - Parameter progress: Called now and then with the files that were kept and the rows that were
    ///   written.
    /// - Throws: ``TransferError`` when the file has changed, `VaultError`, or `CancellationError`;
    ///   the vault is as it was then.
    @discardableResult
    package func apply(
        _ preview: ImportPreview, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportResult {
        let use = VaultUse(of: vault)
        defer { use.end() }
        let basis = try await current(preview)
        let files = basis.counts.files
        let total = files + basis.counts.writes
        let present = try await itemsThatChange(basis)
        try await maintenance?.backup(.importing)
        let attachments = try await keepFiles(basis.basis) {
            progress(ImportProgress(completed: $0, total: total))
        }
        let names = try await names(basis.basis)
        do {
            try await vault.write { batch in
                let pass = try reopen(basis.basis)
                let writer = ImportWriter(
                    batch, decisions: basis.basis.decisions, names: names, present: present,
                    former: former, attachments: attachments)
                try writer.write(pass.rows) { completed in
                    try Task.checkCancellation()
                    progress(ImportProgress(completed: files + completed, total: total))
                }
                if case .text(_, _, let digest, _) = basis.basis.content, pass.digest != digest {
                    throw TransferError.changedFile
                }
            }
        } catch let error as VaultError where error.code == .vaultItemExists {
            // The same import of another machine has arrived meanwhile.
            guard try await vault.revision() != basis.basis.vaultRevision else { throw error }
            return try await apply(basis, progress: progress)
        }
        return ImportResult(
            name: basis.name, format: basis.format, isEncrypted: basis.isEncrypted,
            counts: basis.counts, problems: basis.problems)
    }

    /// The preview, or a new one when the vault was changed meanwhile.
    private func current(_ preview: ImportPreview) async throws -> ImportPreview {
        let basis = preview.basis
        guard try await vault.revision() != basis.vaultRevision else { return preview }
        switch basis.content {
        case .document(let document):
            return try await self.preview(document, name: preview.name, key: basis.key)
        case .text(let source, let stamp, let digest, let options):
            let new = try await self.preview(source, name: preview.name, basis.key, options) { _ in
            }
            guard case .text(_, stamp, digest, _) = new.basis.content else {
                throw TransferError.changedFile
            }
            return new
        }
    }

    /// The items that entries change, as they are in the vault; rows of a browser have nothing but a
    /// password to change.
    private func itemsThatChange(
        _ preview: ImportPreview
    ) async throws -> [ItemID: ImportWriter.Present] {
        guard !preview.format.isBrowser else { return [:] }
        var items: [ItemID: ImportWriter.Present] = [:]
        for decision in preview.basis.decisions {
            switch decision {
            case .merge(let id, let merge):
                items[id] = ImportWriter.Present(
                    item: try await vault.item(id), former: try await vault.past(of: id, merge))
            case .skip, .gather, .add, .keep, .compare, .compareOrAdd: continue
            }
        }
        return items
    }

    /// A file that vanished, or is not an export any more, has changed as well.
    func reopen(_ basis: ImportBasis) throws -> ImportPass {
        switch basis.content {
        case .document(let document): return ImportPass(document)
        case .text(let source, let stamp, _, let options):
            do {
                let pass = try ImportPass(source, key: basis.key, options: options)
                guard pass.source?.stamp == stamp else { throw TransferError.changedFile }
                return pass
            } catch let error as TransferError where error.code != .transferUnreadable {
                throw TransferError.changedFile
            }
        }
    }
}
