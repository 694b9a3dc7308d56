import TenonCore
import TenonSecurity
import TenonUI
import WalletSettings
import WalletVault

/// The screen that changes the passphrase.
struct PassphrasePresenter: Presenter {
    let localizer: Localizer

    func screen(for state: PassphraseInteractor.State) -> Screen {
        Screen(
            location: AccessRoute.passphrase, title: localizer(AccessText.changeTitle),
            summary: localizer(AccessText.changeSummary),
            phase: state.isWorking ? .loading(message: localizer(AccessText.changing)) : .ready,
            blocks: problem(state) + [.form(form(state))], parent: SettingsRoute.settings)
    }

    private func problem(_ state: PassphraseInteractor.State) -> [Block] {
        guard let problem = state.problem else { return [] }
        return [.text(TextBlock(localizer.text(of: problem.sentence), tone: .critical))]
    }

    private func form(_ state: PassphraseInteractor.State) -> FormBlock {
        let strength = state.strength.map {
            localizer(AccessText.strength, ["level": localizer(AccessText.name(of: $0.level))])
        }
        return FormBlock(
            id: "passphrase",
            fields: [
                Field(
                    id: "present", label: localizer(AccessText.presentPassphrase),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.presentProblem.map { localizer.text(of: $0.sentence) },
                    autofill: .currentPassword),
                Field(
                    id: "new", label: localizer(AccessText.newPassphrase),
                    help: strength ?? localizer(AccessText.passphraseHelp),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.newProblem.map { localizer($0) }, autofill: .newPassword,
                    isLive: true),
                Field(
                    id: "repetition", label: localizer(AccessText.newRepetition),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.repetitionProblem.map { localizer($0) },
                    autofill: .newPassword),
            ],
            actions: [
                Action(
                    id: "change", title: localizer(AccessText.change), role: .primary,
                    availability: state.isWorking
                        ? .disabled(reason: localizer(AccessText.changing)) : .enabled)
            ])
    }
}

extension SceneDefinition {
    /// Change of the passphrase.
    static func passphrase(_ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition("settings:passphrase") { context in
            InteractiveScene(
                PassphraseInteractor(
                    vault: vault, confirmations: context.container[.confirmations],
                    notices: context.container[.notices], localizer: context.localizer,
                    navigator: context.navigator),
                presenter: PassphrasePresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .edit(let fields): .edit(new: fields.secret("new"))
                case .act("change", _, let fields, _):
                    .change(
                        PassphraseInteractor.Entry(
                            present: fields.secret("present"), new: fields.secret("new"),
                            repetition: fields.secret("repetition")))
                case .act, .search, .window, .appear, .back: nil
                }
            }
        }
    }
}
