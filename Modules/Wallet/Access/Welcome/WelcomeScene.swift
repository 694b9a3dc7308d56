import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// First start.
    static func welcome(_ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition("welcome", offersApplicationActions: false) { context in
            InteractiveScene(
                WelcomeInteractor(
                    vault: vault, confirmations: context.container[.confirmations],
                    localizer: context.localizer, navigator: context.navigator),
                presenter: WelcomePresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .act("create", _, let fields, _):
                    .create(
                        passphrase: fields.secret("passphrase"),
                        repetition: fields.secret("repetition"))
                case .edit(let fields):
                    .edit(passphrase: fields.secret("passphrase"))
                case .act, .search, .window, .appear, .back:
                    nil
                }
            }
        }
    }
}

extension [String: FieldValue] {
    /// The secret in a field; empty when there is none.
    func secret(_ id: String) -> SecretText {
        if case .secret(let text) = self[id] { text } else { SecretText("") }
    }
}
