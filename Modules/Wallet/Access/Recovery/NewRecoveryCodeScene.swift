import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// Asks for the passphrase of a vault that is in use, and then makes a new recovery code.
struct NewRecoveryCodeInteractor: Interactor {
    struct State: Sendable, Equatable {
        var shown = RecoveryCodeInteractor.State()
        var attempt = Attempt()
    }

    enum Action: Sendable {
        case make(SecretText)
        case shown(RecoveryCodeInteractor.Action)
    }

    enum Mutation: Sendable {
        case attempt(Attempt.Change)
        case shown(RecoveryCodeInteractor.Mutation)
    }

    let vault: any Vault
    let shown: RecoveryCodeInteractor

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .make(let passphrase):
            .chain("verify", policy: .first) { emit in
                emit(.attempt(.begin))
                try await vault.verify(passphrase: passphrase)
                return show(.make, state)
            }
        case .shown(let action): show(action, state)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .attempt(let change):
            state.attempt.take(change)
        case .shown(let mutation):
            shown.reduce(&state.shown, mutation)
            state.attempt.take(.succeed)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }

    private func show(
        _ action: RecoveryCodeInteractor.Action, _ state: State
    ) -> Effect<Mutation> {
        shown.effect(of: action, state.shown, in: "code") { .shown($0) }
    }
}

/// The screen of a new recovery code.
struct NewRecoveryCodePresenter: Presenter {
    typealias Command = RecoveryCodePresenter.Command
    enum FieldName: String { case passphrase }

    let localizer: Localizer

    func screen(for state: NewRecoveryCodeInteractor.State) -> Screen {
        Screen(
            location: AccessRoute.newRecoveryCode.location(),
            title: localizer(AccessText.recoveryTitle),
            summary: localizer(
                state.shown.code == nil ? AccessText.recoveryReplaces : AccessText.recoveryAdvice),
            phase: state.attempt.phase(AccessText.changing, localizer),
            blocks: [
                state.shown.code.map {
                    RecoveryCodePresenter.facts($0, isRevealed: state.shown.isRevealed, localizer)
                } ?? .form(form(state))
            ],
            actions: state.shown.code == nil
                ? []
                : [
                    Action(
                        Command.finish, title: localizer(AccessText.recoveryWritten), role: .primary
                    )
                ], parent: SettingsRoute.settings.location())
    }

    private func form(_ state: NewRecoveryCodeInteractor.State) -> FormBlock {
        FormBlock(
            id: "recovery-code",
            fields: [
                Field(
                    FieldName.passphrase, label: localizer(AccessText.presentPassphrase),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.attempt.problem.map { localizer.text(of: $0.sentence) },
                    autofill: .currentPassword)
            ],
            actions: [
                Action(Command.make, title: localizer(AccessText.recoveryMake), role: .primary)
            ])
    }
}

extension SceneDefinition {
    /// A new recovery code.
    static func newRecoveryCode(
        _ vault: any Vault, _ clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition(
            AccessRoute.newRecoveryCode, presenter: NewRecoveryCodePresenter.init
        ) { context in
            NewRecoveryCodeInteractor(
                vault: vault,
                shown: RecoveryCodeInteractor(
                    vault: vault, clock: clock, leave: context.navigator.back))
        } action: { input, _ in
            switch input {
            case .act(.make, let act): .make(act.fields.secret(.passphrase))
            case .act(.reveal, _): .shown(.setRevealed(true))
            case .act(.conceal, _): .shown(.setRevealed(false))
            case .act(.finish, _): .shown(.finish)
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}
