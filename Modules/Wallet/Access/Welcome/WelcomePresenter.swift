import TenonCore
import TenonSecurity
import TenonUI

/// The first screen of all.
struct WelcomePresenter: Presenter {
    let localizer: Localizer

    func screen(for state: WelcomeInteractor.State) -> Screen {
        Screen(
            location: AccessRoute.welcome, title: localizer(AccessText.welcomeTitle),
            summary: localizer(AccessText.welcomeSummary),
            phase: state.isWorking ? .loading(message: localizer(AccessText.creating)) : .ready,
            blocks: problem(state) + [.form(form(state))]
                + [.text(TextBlock(localizer(AccessText.welcomeAdvice)))])
    }

    private func problem(_ state: WelcomeInteractor.State) -> [Block] {
        guard let problem = state.problem else { return [] }
        return [.text(TextBlock(localizer.text(of: problem.sentence), tone: .critical))]
    }

    private func form(_ state: WelcomeInteractor.State) -> FormBlock {
        let strength = state.strength.map {
            localizer(AccessText.strength, ["level": localizer(AccessText.name(of: $0.level))])
        }
        return FormBlock(
            id: "new-passphrase",
            fields: [
                Field(
                    id: "passphrase", label: localizer(AccessText.passphrase),
                    help: strength ?? localizer(AccessText.passphraseHelp),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.passphraseProblem.map { localizer($0) },
                    autofill: .newPassword, isLive: true),
                Field(
                    id: "repetition", label: localizer(AccessText.repetition),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.repetitionProblem.map { localizer($0) },
                    autofill: .newPassword),
            ],
            actions: [
                Action(
                    id: "create", title: localizer(AccessText.create), role: .primary,
                    availability: state.isWorking
                        ? .disabled(reason: localizer(AccessText.creating)) : .enabled)
            ])
    }
}
