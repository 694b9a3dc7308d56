import TenonCore
import TenonUI
import WalletVault

/// Deletes items for ever, once the person has said so.
struct PermanentDeletion: Sendable {
    private let vault: any Vault
    private let confirmations: any ConfirmationPresenting
    private let notices: any NoticePresenting
    private let localizer: Localizer

    /// Makes one for the session of a scene.
    init(of vault: any Vault, in context: SceneContext) throws {
        self.vault = vault
        confirmations = try context.ports[.confirmations]
        notices = try context.ports[.notices]
        localizer = context.localizer
    }

    /// Asks, and deletes an item.
    ///
    /// - Returns: Whether it was deleted.
    func delete(_ id: ItemID, title: String) async throws -> Bool {
        let title = ItemsText.title(title, localizer)
        let isSure = await confirmations.confirm(
            Confirmation(
                title: localizer(ItemsText.deleteForeverTitle, ["title": title]),
                message: localizer(ItemsText.deleteForeverMessage),
                confirmTitle: localizer(ItemsText.deleteForever), severity: .severe(name: title)))
        guard isSure else { return false }
        try await vault.deletePermanently(id)
        notices.notify(Notice(localizer(ItemsText.deletedForever), tone: .positive))
        return true
    }

    /// Asks, and deletes everything that was in the trash when it was asked.
    func emptyTrash() async throws {
        let query = ItemQuery(isTrashed: true, window: 0..<Int.max)
        let ids = try await vault.list(query).items.map(\.id)
        guard !ids.isEmpty else { return }
        let isSure = await confirmations.confirm(
            Confirmation(
                title: localizer(ItemsText.emptyTrashTitle, count: ids.count),
                message: localizer(ItemsText.bulkDeleteMessage),
                confirmTitle: localizer(ItemsText.emptyTrash),
                severity: .severe(name: localizer(ItemsText.trash))))
        guard isSure else { return }
        try await BulkChanges(vault: vault, notices: notices, localizer: localizer)
            .perform(.delete, ids)
    }
}
