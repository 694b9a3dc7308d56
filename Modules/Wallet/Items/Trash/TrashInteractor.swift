import TenonCore
import TenonUI
import WalletVault

/// What was deleted in the last days: restore it, or delete it for ever.
struct TrashInteractor: Interactor {
    struct State: Sendable, Equatable {
        var window = ItemListInteractor.firstWindow
        var page: ItemPage?
        var problem: Explanation?
    }

    enum Action: Sendable {
        case refresh
        case window(Range<Int>)
        case restore(ItemID)
        case delete(ItemID)
    }

    enum Mutation: Sendable {
        case setWindow(Range<Int>)
        case setPage(ItemPage)
        case fail(Explanation)
    }

    let vault: any Vault
    let confirmations: any ConfirmationPresenting
    let notices: any NoticePresenting
    let localizer: Localizer

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(vault.changes()).map { _ in .refresh })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh: load(state.window)
        case .window(let window): .merge(.just(.setWindow(window)), load(window))
        case .restore(let id):
            .run("restore", policy: .serial) { _ in
                try await vault.restore(id)
                notices.notify(Notice(localizer(ItemsText.restored), tone: .positive))
            }
        case .delete(let id): delete(id, state)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setWindow(let window): state.window = window
        case .setPage(let page):
            state.page = page
            state.problem = nil
        case .fail(let problem): state.problem = problem
        }
    }

    private func load(_ window: Range<Int>) -> Effect<Mutation> {
        .read { _ in
            .just(.setPage(try await vault.list(ItemQuery(isTrashed: true, window: window))))
        } failed: {
            .fail($0)
        }
    }

    private func delete(_ id: ItemID, _ state: State) -> Effect<Mutation> {
        guard let item = state.page?.items.first(where: { $0.id == id }) else { return .none }
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
