import TenonCore
import TenonUI
import WalletVault

/// Reads the cards of the vault, and follows its changes.
struct RenewalsInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// `nil` before the cards were read.
        var calendar: RenewalCalendar?
        var problem: Explanation?
    }

    enum Action: Sendable {
        case refresh
        case open(ItemID)
    }

    enum Mutation: Sendable {
        case show(RenewalCalendar)
        case fail(Explanation)
    }

    let vault: any Vault
    let clock: any TimeTelling
    let navigator: Navigator

    /// How many cards are read in one go.
    private static let pageSize = 5000

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(vault.changes()).map { _ in .refresh })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh:
            .read { _ in
                .just(.show(RenewalCalendar(try await cards(), in: YearMonth(clock.now()))))
            } failed: {
                .fail($0)
            }
        case .open(let id):
            .run("navigate") { _ in navigator.open(ItemKind.card.route.location(id)) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .show(let calendar):
            state.calendar = calendar
            state.problem = nil
        case .fail(let problem): state.problem = problem
        }
    }

    /// The cards with a last month; of a large vault only these are kept.
    private func cards() async throws -> [ItemOverview] {
        var cards: [ItemOverview] = []
        var start = 0
        while true {
            let page = try await vault.list(
                ItemQuery(kinds: [.card], window: start..<start + Self.pageSize))
            cards += page.items.filter { $0.expiry != nil }
            start += Self.pageSize
            if start >= page.total { return cards }
        }
    }
}
