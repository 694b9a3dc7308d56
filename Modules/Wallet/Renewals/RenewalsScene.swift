import TenonCore
import TenonUI
import WalletVault

/// The locations of this feature.
enum RenewalsRoute {
    /// The expiring cards.
    static let renewals = Route("renewals")
}

extension SceneDefinition {
    /// The expiring cards.
    static func renewals(vault: any Vault, clock: any TimeTelling) throws -> SceneDefinition {
        try SceneDefinition(RenewalsRoute.renewals, presenter: RenewalsPresenter.init) { context in
            RenewalsInteractor(
                calendar: VaultReading(of: vault, query: ItemQuery(kinds: [.card])) {
                    RenewalCalendar(try await vault.all($0), in: YearMonth(clock.now()))
                }, navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear, .act(.retry, _): .calendar(.refresh)
            case .act(.open, let act): act.target(as: ItemID.self).map { .open($0) }
            case .other, .edit, .search, .filter, .window, .reading, .back, .disappear: nil
            }
        }
    }
}
