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

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(vault.changes()).map { _ in .refresh })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh:
            .read { _ in
                let cards = try await vault.all(ItemQuery(kinds: [.card]))
                return .just(.show(RenewalCalendar(cards, in: YearMonth(clock.now()))))
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
}
