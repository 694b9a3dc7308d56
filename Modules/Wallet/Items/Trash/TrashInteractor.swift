import TenonCore
import TenonUI
import WalletVault

/// What was deleted in the last days: restore it, or delete it for ever.
struct TrashInteractor: Interactor {
    typealias Page = VaultReading<ItemPage>

    enum Action: Sendable {
        case page(Page.Action)
        case restore(ItemID)
        case delete(ItemID)
        /// The same for all rows that are chosen.
        case change([ItemID], ItemChange)
    }

    let page: Page
    let vault: any Vault
    let confirmations: any ConfirmationPresenting
    let notices: any NoticePresenting
    let localizer: Localizer

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
        case .delete(let id): delete(id, state)
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

    private func delete(_ id: ItemID, _ state: Page.State) -> Effect<Page.Mutation> {
        guard let item = state.value?.items.first(where: { $0.id == id }) else { return .none }
        let title = ItemsText.title(item.title, localizer)
        return .run("delete", policy: .first) { _ in
            let isSure = await confirmations.confirm(
                Confirmation(
                    title: localizer(ItemsText.deleteForeverTitle, ["title": title]),
                    message: localizer(ItemsText.deleteForeverMessage),
                    confirmTitle: localizer(ItemsText.deleteForever),
                    severity: .severe(name: title)))
            guard isSure else { return }
            try await vault.deletePermanently(id)
            notices.notify(Notice(localizer(ItemsText.deletedForever), tone: .positive))
        }
    }
}
