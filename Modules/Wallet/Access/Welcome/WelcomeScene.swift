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
                        passphrase: act.fields.secret(AccessField.passphrase),
                        repetition: act.fields.secret(AccessField.repetition))
                case .other(let id, _):
                    links.first { $0.action(context.localizer).id == id }
                        .map { .open($0.location) }
                case .edit(let fields):
                    .edit(passphrase: fields.secret(AccessField.passphrase))
                case .search, .window, .appear, .disappear, .back:
                    nil
                }
            }
        }
    }
}

/// The names of the fields of this feature.
enum AccessField: String { case passphrase, present, new, repetition, secret }
