import TenonCore
import TenonUI
import WalletVault

/// The list of all logins: search, order, and the rows of a window.
struct LoginListInteractor: Interactor {
    struct State: Sendable, Equatable {
        var text = ""
        var sort = ItemSort.title
        var window = LoginListInteractor.firstWindow
        /// The rows for the query; `nil` before they were read for the first time.
        var page: ItemPage?
        var problem: Explanation?

        var query: ItemQuery {
            ItemQuery(text: text, kinds: [.login], sort: sort, window: window)
        }
    }

    enum Action: Sendable {
        case refresh
        case search(String)
        case sort(ItemSort)
        case window(Range<Int>)
        case select(ItemID)
        case add
        case copyPassword(ItemID)
        case copyUserName(ItemID)
    }

    enum Mutation: Sendable {
        case setQuery(text: String, sort: ItemSort, window: Range<Int>)
        case setPage(ItemPage)
        case fail(Explanation)
    }

    static let firstWindow = 0..<50

    let vault: any Vault
    let copier: SecretCopier
    let navigator: Navigator

    var initialState: State { State() }

    /// Changes by other processes and other scenes refresh the list.
    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(vault.changes()).map { _ in .refresh })
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
            .run("navigate") { _ in navigator.finish(LoginsOutcome.selected(id)) }
        case .add:
            .run("navigate") { _ in navigator.finish(LoginsOutcome.wantsNew) }
        case .copyPassword(let id):
            .run("copy") { _ in
                try await copier.copyPassword(of: try await vault.login(id))
            }
        case .copyUserName(let id):
            .run("copy") { _ in
                try await copier.copyUserName(of: try await vault.login(id))
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setQuery(let text, let sort, let window):
            state.text = text
            state.sort = sort
            state.window = window
        case .setPage(let page):
            state.page = page
            state.problem = nil
        case .fail(let problem):
            state.problem = problem
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
        .run("load", policy: .latest) { emit in
            do {
                emit(.setPage(try await vault.list(query)))
            } catch let error as VaultError where error.code == .vaultLocked {
                // The session is about to show the unlock screen.
            } catch {
                emit(.fail(Explanation(error)))
            }
        }
    }
}
