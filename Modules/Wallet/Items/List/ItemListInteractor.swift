import TenonCore
import TenonUI
import WalletVault

/// A list of items: search, order, and the rows of a window.
struct ItemListInteractor: Interactor {
    /// The rows, and the month in which they were read.
    struct Rows: Sendable, Equatable {
        let page: ItemPage
        let month: YearMonth
        let facets: ItemFacets
    }

    struct State: Sendable, Equatable {
        let scope: ItemListScope
        var rows: VaultReading<Rows>.State
        /// What is wrong with the passwords of the only items that are listed; empty for all items.
        var problems: Set<ItemHealth.Problem> = []
    }

    enum Action: Sendable {
        case rows(VaultReading<Rows>.Action)
        case search(String)
        case sort(ItemSort)
        /// Other options of a filter.
        case filter(ItemListPresenter.FilterName, [String])
        /// Something else is known of the passwords.
        case healthChanged
        /// The person has added an item in this session.
        case added
        /// The same for all rows that are chosen.
        case change([ItemID], ItemChange)
        case select(ItemID)
        case add(ItemKind)
        case addOther
        /// An action of a row.
        case copy(String, of: ItemID)
    }

    enum Mutation: Sendable {
        case rows(VaultReading<Rows>.Mutation)
        case narrow(Set<ItemHealth.Problem>)
    }

    let scope: ItemListScope
    let rows: VaultReading<Rows>
    let services: ItemServices
    let copier: SecretCopier
    let bulk: BulkChanges
    let additions: Broadcast<Void>
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(scope: scope, rows: rows.initialState) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        let actions = actions.merge(with: rows.outsideActions.map { .rows($0) })
            .merge(with: Flow(additions.changes()).map { _ in .added })
        guard let health = services.health else { return actions }
        return actions.merge(with: Flow(health.changes()).map { _ in .healthChanged })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .rows(let action):
            send(action, state)
        case .search(let text):
            ask(state) { $0.text = text }
        case .sort(let sort):
            ask(state) { $0.sort = sort }
        case .filter(let filter, let options):
            narrow(state, filter, to: options)
        case .healthChanged:
            follow(state)
        case .added:
            widen(state)
        case .change(let ids, let change):
            .run("change", policy: .serial) { _ in try await bulk.perform(change, ids) }
        case .select(let id):
            select(id, state)
        case .add(let kind):
            .run("navigate") { _ in navigator.finish(ItemsOutcome.wantsNew(kind)) }
        case .addOther:
            .run("navigate") { _ in navigator.finish(ItemsOutcome.wantsOther) }
        case .copy(let action, let id):
            copy(action, id)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .rows(let mutation): rows.reduce(&state.rows, mutation)
        case .narrow(let problems): state.problems = problems
        }
    }

    /// Asks for the first rows of something else.
    private func ask(_ state: State, _ change: (inout ItemQuery) -> Void) -> Effect<Mutation> {
        var query = state.rows.query
        query.window = ItemQuery().window
        change(&query)
        return send(.ask(query), state)
    }

    private func narrow(
        _ state: State, _ filter: ItemListPresenter.FilterName, to options: [String]
    ) -> Effect<Mutation> {
        switch filter {
        case .kind: return ask(state) { $0.kinds = Set(options.compactMap(ItemKind.init)) }
        case .favorite: return ask(state) { $0.isFavorite = !options.isEmpty }
        case .tag: return ask(state) { $0.tag = options.first }
        case .health:
            let problems = Set(options.compactMap(ItemHealth.Problem.init))
            return .merge(
                .just(.narrow(problems)), ask(state) { $0.only = items(with: problems) })
        }
    }

    /// Asks for the same rows once more, since other items may have a problem by now.
    private func follow(_ state: State) -> Effect<Mutation> {
        guard !state.problems.isEmpty else { return send(.refresh, state) }
        var query = state.rows.query
        query.only = items(with: state.problems)
        return send(.ask(query), state)
    }

    /// Ends the search and the filters, so that what was added is among the rows.
    private func widen(_ state: State) -> Effect<Mutation> {
        let whole = scope.query(sort: state.rows.query.sort)
        var present = state.rows.query
        present.window = whole.window
        guard present != whole else { return .none }
        return .merge(.just(.narrow([])), send(.ask(whole), state))
    }

    private func items(with problems: Set<ItemHealth.Problem>) -> Set<ItemID>? {
        problems.isEmpty ? nil : services.health?.current?.items(with: problems) ?? []
    }

    private func send(_ action: VaultReading<Rows>.Action, _ state: State) -> Effect<Mutation> {
        rows.effect(of: action, state.rows, in: "rows") { .rows($0) }
    }

    private func select(_ id: ItemID, _ state: State) -> Effect<Mutation> {
        guard let item = state.rows.value?.page.items.first(where: { $0.id == id }) else {
            return .none
        }
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
}
