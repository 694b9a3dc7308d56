import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// The screen before a locked vault.
struct UnlockPresenter: Presenter {
    enum Command: String { case unlock, recovery }
    enum FieldName: String { case secret }

    let method: UnlockInteractor.Method
    let location: Location
    let localizer: Localizer

    func screen(for state: UnlockInteractor.State) -> Screen {
        // A value keeps, in the bytes that it does not use, what ended calls left on the stack: the
        // screens of the open vault, whose texts would stay for as long as this one is shown. The session
        // lets go of the former screen only when it has this one, and so it goes on for a while.
        DeadMemory.wipeStacksForAWhile()
        return Screen(
            location: location,
            title: localizer(isPassphrase ? AccessText.unlockTitle : .unlockRecoveryTitle),
            summary: localizer(isPassphrase ? AccessText.unlockSummary : .unlockRecoverySummary),
            phase: state.attempt.phase(AccessText.unlocking, localizer),
            blocks: [.form(form(state))], actions: isPassphrase ? [recovery] : [],
            parent: isPassphrase
                ? nil : AccessRoute.unlock(then: AccessRoute.target(of: location)))
    }

    private var isPassphrase: Bool { method == .passphrase }

    private var recovery: Action {
        Action(Command.recovery, title: localizer(AccessText.useRecoveryCode))
    }

    private func form(_ state: UnlockInteractor.State) -> FormBlock {
        let problem = state.attempt.problem.map { localizer.text(of: $0.sentence) }
        return FormBlock(
            id: "unlock",
            fields: [
                Field(
                    FieldName.secret,
                    label: localizer(isPassphrase ? AccessText.passphrase : .recoveryCode),
                    kind: .secret(isSet: false), isRequired: true, problem: problem,
                    autofill: isPassphrase ? .currentPassword : .off)
            ],
            actions: [
                state.attempt.action(
                    Command.unlock, AccessText.unlock, working: .unlocking, localizer)
            ])
    }
}

extension SceneDefinition {
    /// Unlock with the passphrase.
    static func unlock(_ vault: any Vault) throws -> SceneDefinition {
        try unlock(AccessRoute.unlocking, .passphrase, vault)
    }

    /// Unlock with the recovery code.
    static func unlockWithRecoveryCode(_ vault: any Vault) throws -> SceneDefinition {
        try unlock(AccessRoute.recovering, .recoveryCode, vault)
    }

    private static func unlock(
        _ route: Route<Void>, _ method: UnlockInteractor.Method, _ vault: any Vault
    ) throws -> SceneDefinition {
        try SceneDefinition(route, offersApplicationActions: false) { context in
            InteractiveScene(
                UnlockInteractor(
                    vault: vault, method: method,
                    target: AccessRoute.target(of: context.location),
                    navigator: context.navigator),
                presenter: UnlockPresenter(
                    method: method, location: context.location, localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .act(.unlock, let act): .unlock(act.fields.secret(.secret))
                case .act(.recovery, _): .useRecoveryCode
                case .appear: .appear
                case .disappear: .disappear
                case .other, .edit, .search, .filter, .window, .reading, .back: nil
                }
            }
        }
    }
}
