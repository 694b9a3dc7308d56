import TenonCore
import TenonUI
import WalletVault

/// Does the same with many items at once: all of them are changed together, or none.
struct BulkChanges: Sendable {
    let vault: any Vault
    let notices: any NoticePresenting
    let localizer: Localizer

    /// Changes items and says how many they were; what is put into the trash can be taken out of it
    /// again, by one undo for all.
    func perform(_ change: ItemChange, _ ids: [ItemID]) async throws {
        guard !ids.isEmpty else { return }
        try await vault.change(ids, change)
        let notice = Notice(text(change, ids.count), tone: .positive)
        switch change {
        case .trash: notices.notify(notice) { try await vault.change(ids, .restore) }
        case .restore: notices.notify(notice) { try await vault.change(ids, .trash) }
        case .delete, .favorite, .addTag, .removeTag: notices.notify(notice)
        }
    }

    private func text(_ change: ItemChange, _ count: Int) -> String {
        switch change {
        case .trash: localizer(ItemsText.bulkTrashed, count: count)
        case .restore: localizer(ItemsText.bulkRestored, count: count)
        case .delete: localizer(ItemsText.bulkDeleted, count: count)
        case .favorite, .addTag, .removeTag: localizer(ItemsText.bulkChanged, count: count)
        }
    }
}

/// What can be done with many items, as lists offer it.
enum BulkCommand: String, CaseIterable {
    case trash = "trash-rows"
    case favorite = "favorite-rows"
    case unfavorite = "unfavorite-rows"
    case addTag = "add-tag"
    case removeTag = "remove-tag"

    /// The change of the items; `nil` when the text that it needs is empty.
    func change(_ input: SecretText?) -> ItemChange? {
        let tag = (input?.reveal() ?? "").trimmed
        switch self {
        case .trash: return .trash
        case .favorite: return .favorite(true)
        case .unfavorite: return .favorite(false)
        case .addTag: return tag.isEmpty ? nil : .addTag(tag)
        case .removeTag: return tag.isEmpty ? nil : .removeTag(tag)
        }
    }

    /// The action for the rows that are chosen.
    func action(_ localizer: Localizer) -> Action {
        switch self {
        case .trash:
            Action(
                self, title: localizer(ItemsText.bulkTrash), scope: .selection,
                role: .destructive, accelerator: .delete, icon: .trash)
        case .favorite:
            Action(
                self, title: localizer(ItemsText.makeFavorite), scope: .selection,
                shortcut: "f", icon: .star)
        case .unfavorite:
            Action(self, title: localizer(ItemsText.removeFavorite), scope: .selection)
        case .addTag:
            Action(
                self, title: localizer(ItemsText.bulkAddTag), scope: .selection, shortcut: "t",
                input: Prompt(title: localizer(ItemsText.bulkTag)), icon: .tag)
        case .removeTag:
            Action(
                self, title: localizer(ItemsText.bulkRemoveTag), scope: .selection,
                input: Prompt(title: localizer(ItemsText.bulkTag)))
        }
    }
}
