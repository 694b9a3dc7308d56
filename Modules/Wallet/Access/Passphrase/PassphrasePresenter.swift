import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// The screen that changes the passphrase.
struct PassphrasePresenter: Presenter {
    enum Command: String { case change }
    enum FieldName: String { case present, new, repetition }

    let localizer: Localizer

    func screen(for state: PassphraseInteractor.State) -> Screen {
        let problem = state.attempt.problem.map { Block.text(TextBlock($0, localizer)) }
        return Screen(
            location: AccessRoute.passphrase.location(), title: localizer(AccessText.changeTitle),
            summary: localizer(AccessText.changeSummary),
            phase: state.attempt.phase(AccessText.changing, localizer),
            blocks: [problem, .form(form(state))].compactMap { $0 },
            parent: SettingsRoute.settings.location())
    }

    private func form(_ state: PassphraseInteractor.State) -> FormBlock {
        let present = Field(
            FieldName.present, label: localizer(AccessText.presentPassphrase),
            kind: .secret(isSet: false), isRequired: true,
            problem: state.presentProblem.map { localizer.text(of: $0.sentence) },
            autofill: .currentPassword)
        let new = state.new.fields(
            FieldName.new, label: AccessText.newPassphrase, repetition: .repetition,
            repetitionLabel: .newRepetition, localizer)
        return FormBlock(
            id: "passphrase", fields: [present] + new,
            actions: [
                state.attempt.action(
                    Command.change, AccessText.change, working: .changing, localizer)
            ])
    }
}

extension SceneDefinition {
    /// Change of the passphrase.
    static func passphrase(_ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition(
            AccessRoute.passphrase, presenter: PassphrasePresenter.init
        ) { context in
            PassphraseInteractor(
                vault: vault, confirmations: try context.ports[.confirmations],
                notices: try context.ports[.notices], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .edit(let fields): .edit(new: fields.secret(.new))
            case .act(.change, let act):
                .change(
                    PassphraseInteractor.Entry(
                        present: act.fields.secret(.present),
                        new: act.fields.secret(.new),
                        repetition: act.fields.secret(.repetition)))
            case .other, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}
