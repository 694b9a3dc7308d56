import TenonCore
import TenonUI

/// The first screen.
struct WelcomePresenter: Presenter {
    enum Command: String { case create }
    enum FieldName: String { case passphrase, repetition }

    let links: [FeatureLink]
    let localizer: Localizer

    func screen(for state: WelcomeInteractor.State) -> Screen {
        let problem = state.attempt.problem.map { Block.text(TextBlock($0, localizer)) }
        return Screen(
            location: AccessRoute.welcome.location(), title: localizer(AccessText.welcomeTitle),
            summary: localizer(AccessText.welcomeSummary),
            phase: state.attempt.phase(AccessText.creating, localizer),
            blocks: [
                problem, .form(form(state)), .text(TextBlock(localizer(AccessText.welcomeAdvice))),
            ].compactMap { $0 }, actions: links.map { $0.action(localizer) })
    }

    private func form(_ state: WelcomeInteractor.State) -> FormBlock {
        FormBlock(
            id: "new-passphrase",
            fields: state.new.fields(
                FieldName.passphrase, label: AccessText.passphrase,
                repetition: .repetition, repetitionLabel: .repetition, localizer),
            actions: [
                state.attempt.action(
                    Command.create, AccessText.create, working: .creating, localizer)
            ])
    }
}
