import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// The screen that changes the passphrase.
struct PassphrasePresenter: Presenter {
    let localizer: Localizer

    func screen(for state: PassphraseInteractor.State) -> Screen {
        let problem = state.problem.map { Block.text(TextBlock($0, localizer)) }
        return Screen(
            location: AccessRoute.passphrase, title: localizer(AccessText.changeTitle),
            summary: localizer(AccessText.changeSummary),
            phase: state.isWorking ? .loading(message: localizer(AccessText.changing)) : .ready,
            blocks: [problem, .form(form(state))].compactMap { $0 }, parent: SettingsRoute.settings)
    }

    private func form(_ state: PassphraseInteractor.State) -> FormBlock {
        let present = Field(
            id: "present", label: localizer(AccessText.presentPassphrase),
            kind: .secret(isSet: false), isRequired: true,
            problem: state.presentProblem.map { localizer.text(of: $0.sentence) },
            autofill: .currentPassword)
        let new = state.new.fields(
            id: "new", label: .newPassphrase, repetitionLabel: .newRepetition, localizer)
        return FormBlock(
            id: "passphrase", fields: [present] + new,
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
