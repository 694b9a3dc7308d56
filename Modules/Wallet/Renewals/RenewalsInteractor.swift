import TenonCore
import TenonUI
import WalletVault

/// Reads the cards of the vault, and follows its changes.
struct RenewalsInteractor: Interactor {
    typealias Calendar = VaultReading<RenewalCalendar>

    enum Action: Sendable {
        case calendar(Calendar.Action)
        case open(ItemID)
    }

    let calendar: Calendar
    let navigator: Navigator

    var initialState: Calendar.State { calendar.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: calendar.outsideActions.map { .calendar($0) })
    }

    func mutate(_ action: Action, _ state: Calendar.State) -> Effect<Calendar.Mutation> {
        switch action {
        case .calendar(let action): calendar.mutate(action, state)
        case .open(let id):
            .run("navigate") { _ in navigator.open(ItemKind.card.route.location(id)) }
        }
    }

    func reduce(_ state: inout Calendar.State, _ mutation: Calendar.Mutation) {
        calendar.reduce(&state, mutation)
    }
}
