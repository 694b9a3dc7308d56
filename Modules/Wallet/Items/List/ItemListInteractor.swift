import TenonCore
import TenonUI
import WalletVault

/// A list of items: search, order, and the rows of a window.
struct ItemListInteractor: Interactor {
    struct State: Sendable, Equatable {
        let scope: ItemListScope
        var text = ""
        var sort = ItemSort.title
        var window = ItemListInteractor.firstWindow
        /// The rows for the query; `nil` before they were read for the first time.
        var page: ItemPage?
        /// The month in which they were read.
        var month: YearMonth
        var problem: Explanation?

        var query: ItemQuery {
            scope.query(text: text, sort: sort, window: window)
        }
    }

    enum Action: Sendable {
        case refresh
        case search(String)
        case sort(ItemSort)
        case window(Range<Int>)
        case select(ItemID)
        case add(ItemKind)
        /// An action of a row.
        case copy(String, of: ItemID)
    }

    enum Mutation: Sendable {
        case setQuery(text: String, sort: ItemSort, window: Range<Int>)
        case setPage(ItemPage, YearMonth)
        case fail(Explanation)
    }

    static let firstWindow = 0..<50

    let scope: ItemListScope
    /// The order at first.
    let sort: ItemSort
    let services: ItemServices
    let copier: SecretCopier
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(scope: scope, sort: sort, month: services.month) }

    /// Changes by other processes and other scenes refresh the list.
    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(services.vault.changes()).map { _ in .refresh })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh:
            load(state.query)
        case .search(let text):
            change(state, text: text, window: Self.firstWindow)
        case .sort(let sort):
            change(state, sort: sort, window: Self.firstWindow)
        case .window(let window):
            change(state, window: window)
        case .select(let id):
            select(id, state)
        case .add(let kind):
            .run("navigate") { _ in navigator.finish(ItemsOutcome.wantsNew(kind)) }
        case .copy(let action, let id):
            copy(action, id)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setQuery(let text, let sort, let window):
            state.text = text
            state.sort = sort
            state.window = window
        case .setPage(let page, let month):
            state.page = page
            state.month = month
            state.problem = nil
        case .fail(let problem):
            state.problem = problem
        }
    }

    private func select(_ id: ItemID, _ state: State) -> Effect<Mutation> {
        guard let item = state.page?.items.first(where: { $0.id == id }) else { return .none }
        return .run("navigate") { _ in navigator.finish(ItemsOutcome.selected(item.kind, id)) }
    }

    private func copy(_ action: String, _ id: ItemID) -> Effect<Mutation> {
        .run("copy") { _ in
            let item = try await services.vault.item(id)
            let copies = services.kinds[item.kind]?.copies(localizer) ?? []
            guard let copy = copies.first(where: { $0.action.id == action }) else { return }
            try await copier.copy(copy, of: item)
        }
    }

    private func change(
        _ state: State, text: String? = nil, sort: ItemSort? = nil, window: Range<Int>
    ) -> Effect<Mutation> {
        var query = state.query
        query.text = text ?? query.text
        query.sort = sort ?? query.sort
        query.window = window
        return .merge(
            .just(.setQuery(text: query.text, sort: query.sort, window: window)), load(query))
    }

    private func load(_ query: ItemQuery) -> Effect<Mutation> {
        .read { _ in
            .just(.setPage(try await services.vault.list(query), services.month))
        } failed: {
            .fail($0)
        }
    }
}
