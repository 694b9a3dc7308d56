import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// First start.
    static func welcome(_ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition(AccessRoute.welcome, offersApplicationActions: false) { context in
            let links = context.ports[.welcomeLinks]
            return InteractiveScene(
                WelcomeInteractor(
                    vault: vault, confirmations: try context.ports[.confirmations],
                    localizer: context.localizer, navigator: context.navigator),
                presenter: WelcomePresenter(links: links, localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .act(.create, let act):
                    .create(
                        passphrase: act.fields.secret(.passphrase),
                        repetition: act.fields.secret(.repetition))
                case .other(let id, _): links.location(of: id).map { .open($0) }
                case .edit(let fields): .edit(passphrase: fields.secret(.passphrase))
                case .search, .filter, .window, .reading, .appear, .disappear, .back:
                    nil
                }
            }
        }
    }
}
