import TenonCore
import TenonUI
import WalletVault

/// The groups of items that may be the same, as far as they are shown.
struct DuplicatesPage: Sendable, Equatable {
    /// A group, with what is shown of it.
    struct Group: Sendable, Equatable {
        let items: DuplicateGroup
        /// The item that was changed last.
        let first: ItemOverview
    }

    /// The groups of the window.
    var groups: [Group] = []
    /// Where the window begins.
    var offset = 0
    /// How many groups there are.
    let total: Int
}

/// Lists the items that may be the same, as the background finds them.
struct DuplicatesInteractor: Interactor {
    typealias Page = VaultReading<DuplicatesPage?>

    enum Action: Sendable {
        case page(Page.Action)
        case open(ItemID)
    }

    let page: Page
    let health: any ItemHealthWatching
    let navigator: Navigator

    /// Follows the groups of a vault.
    init(_ vault: any Vault, _ health: any ItemHealthWatching, _ navigator: Navigator) {
        self.health = health
        self.navigator = navigator
        page = VaultReading(of: vault) { query in
            guard let groups = health.current?.duplicates else { return nil }
            let window = query.window.clamped(to: 0..<groups.count)
            var page = DuplicatesPage(offset: window.lowerBound, total: groups.count)
            for group in groups[window] {
                guard let id = group.items.first else { continue }
                // What is gone meanwhile is a change that is still to come.
                guard let first = try? await vault.overview(id) else { return nil }
                page.groups.append(DuplicatesPage.Group(items: group, first: first))
            }
            return page
        }
    }

    var initialState: Page.State { page.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(health.changes()).map { _ in .page(.refresh) })
    }

    func mutate(_ action: Action, _ state: Page.State) -> Effect<Page.Mutation> {
        switch action {
        case .page(let action): page.mutate(action, state)
        case .open(let id):
            .run("navigate") { _ in navigator.open(DuplicateGroup.route.location(id)) }
        }
    }

    func reduce(_ state: inout Page.State, _ mutation: Page.Mutation) {
        page.reduce(&state, mutation)
    }
}
