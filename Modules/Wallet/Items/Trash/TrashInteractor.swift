import TenonCore
import TenonUI
import WalletVault

/// What was deleted in the last days: look at it, restore it, or delete it for ever.
struct TrashInteractor: Interactor {
    typealias Page = VaultReading<ItemPage>

    enum Action: Sendable {
        case page(Page.Action)
        case open(ItemID)
        case restore(ItemID)
        case delete(ItemID)
        case empty
        /// The same for all rows that are chosen.
        case change([ItemID], ItemChange)
    }

    let page: Page
    let vault: any Vault
    let deletion: PermanentDeletion
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: Page.State { page.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: page.outsideActions.map { .page($0) })
    }

    func mutate(_ action: Action, _ state: Page.State) -> Effect<Page.Mutation> {
        switch action {
        case .page(let action): page.mutate(action, state)
        case .restore(let id):
            .run("restore", policy: .serial) { _ in
                try await vault.restore(id)
                notices.notify(Notice(localizer(ItemsText.restored), tone: .positive))
            }
        case .open(let id): open(id, state)
        case .delete(let id):
            .run("delete", policy: .first) { _ in
                let item = state.value?.items.first { $0.id == id }
                if let item { _ = try await deletion.delete(id, title: item.title) }
            }
        case .empty:
            .run("delete", policy: .first) { _ in try await deletion.emptyTrash() }
        case .change(let ids, let change):
            .run("change", policy: .serial) { _ in
                try await BulkChanges(vault: vault, notices: notices, localizer: localizer)
                    .perform(change, ids)
            }
        }
    }

    func reduce(_ state: inout Page.State, _ mutation: Page.Mutation) {
        page.reduce(&state, mutation)
    }

    private func open(_ id: ItemID, _ state: Page.State) -> Effect<Page.Mutation> {
        guard let item = state.value?.items.first(where: { $0.id == id }) else { return .none }
        return .run("navigate") { _ in navigator.finish(ItemsOutcome.selected(item.kind, id)) }
    }
}
