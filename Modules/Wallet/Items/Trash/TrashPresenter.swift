import TenonCore
import TenonUI
import WalletVault

/// The screen of the trash.
struct TrashPresenter: Presenter {
    enum Command: String {
        case open, restore, delete, restoreRows = "restore-rows", deleteRows = "delete-rows", empty
    }

    let localizer: Localizer

    func screen(for state: TrashInteractor.State) -> Screen {
        Screen(
            location: ItemsRoute.trash.location(), title: localizer(ItemsText.trash),
            summary: localizer(ItemsText.trashSummary),
            phase: .reading(
                state.value.map { 0..<$0.total }, problem: state.problem,
                loading: localizer(ItemsText.loading), empty: localizer(ItemsText.trashEmpty),
                localizer),
            blocks: state.value.map(blocks) ?? [],
            actions: state.value.map { $0.total > 0 } ?? false
                ? [
                    Action(
                        Command.empty, title: localizer(ItemsText.emptyTrash), role: .destructive,
                        icon: .trash)
                ] : [],
            parent: ItemsRoute.list.location())
    }

    private func blocks(_ page: ItemPage) -> [Block] {
        let rows = page.items.map { item in
            // Of an item of an unknown kind there is nothing to see.
            let isKnown = item.kind != .other
            let open = Action(
                Command.open, title: localizer(UIText.open), scope: .row, role: .primary,
                icon: .open)
            return Row(
                id: item.id.description, title: ItemsText.title(item.title, localizer),
                subtitle: item.userName,
                value: item.trashed.map { localizer.date($0) } ?? "",
                location: isKnown ? item.kind.route.location(item.id) : nil,
                actions: (isKnown ? [open] : []) + [
                    Action(
                        Command.restore, title: localizer(ItemsText.restore), scope: .row,
                        shortcut: "r", icon: .undo),
                    Action(
                        Command.delete, title: localizer(ItemsText.deleteForever), scope: .row,
                        role: .destructive, accelerator: .delete, icon: .trash),
                ])
        }
        let selection = ListSelection(actions: [
            Action(
                Command.restoreRows, title: localizer(ItemsText.restore), scope: .selection,
                shortcut: "r", icon: .undo),
            Action(
                Command.deleteRows, title: localizer(ItemsText.deleteForever), scope: .selection,
                role: .destructive, accelerator: .delete,
                confirmation: Confirmation(
                    title: localizer(ItemsText.bulkDeleteTitle),
                    message: localizer(ItemsText.bulkDeleteMessage),
                    confirmTitle: localizer(ItemsText.deleteForever)), icon: .trash),
        ])
        return .list(
            ListBlock(
                id: "trash", total: page.total, offset: page.offset, rows: rows,
                selection: selection))
    }
}

extension SceneDefinition {
    /// The trash.
    static func trash(_ services: ItemServices) throws -> SceneDefinition {
        try SceneDefinition(
            ItemsRoute.trash, presenter: TrashPresenter.init
        ) { context in
            TrashInteractor(
                page: VaultReading(of: services.vault, query: ItemQuery(isTrashed: true)) {
                    try await services.vault.list($0)
                }, vault: services.vault,
                deletion: try PermanentDeletion(of: services.vault, in: context),
                notices: try context.ports[.notices], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear: .page(.refresh)
            case .window(_, let range): .page(.window(range))
            case .act(.open, let act): act.target(as: ItemID.self).map { .open($0) }
            case .act(.restore, let act): act.target(as: ItemID.self).map { .restore($0) }
            case .act(.empty, _): .empty
            case .act(.delete, let act): act.target(as: ItemID.self).map { .delete($0) }
            case .act(.restoreRows, let act): .change(act.rows(as: ItemID.self), .restore)
            case .act(.deleteRows, let act): .change(act.rows(as: ItemID.self), .delete)
            case .other, .edit, .search, .filter, .reading, .back, .disappear: nil
            }
        }
    }
}
