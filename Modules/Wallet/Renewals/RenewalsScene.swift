import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// The expiring cards.
    static func renewals(
        vault: any Vault, clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition("renewals") { context in
            InteractiveScene(
                RenewalsInteractor(vault: vault, clock: clock, navigator: context.navigator),
                presenter: RenewalsPresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .appear, .act("retry", _, _, _): .refresh
                case .act("open", let id?, _, _): ItemID(id).map { .open($0) }
                case .act, .edit, .search, .window, .back: nil
                }
            }
        }
    }
}
