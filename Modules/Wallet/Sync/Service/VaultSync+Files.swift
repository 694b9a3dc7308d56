import TenonCore
package import WalletVault

extension VaultSync {
    package func fetchFile(_ attachment: ItemID, of item: ItemID) async throws {
        guard try await isSetUp() else {
            let files = try await vault.item(item).attachments
            guard let file = files.first(where: { $0.id == attachment }),
                try await vault.isAwaited(file)
            else { return }
            throw SyncError.fileElsewhere(file.name)
        }
        let session = try await open()
        try await session.synchronizer.fetchFile(attachment, of: item, from: session.remote)
    }
}
