import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// Makes a new recovery code for a vault that is in use; the passphrase is asked for again.
struct NewRecoveryCodeInteractor: Interactor {
    struct State: Sendable, Equatable {
        var code: SecretText?
        var isRevealed = false
        var isWorking = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case make(SecretText)
        case setRevealed(Bool)
        case finish
    }

    enum Mutation: Sendable {
        case setWorking
        case setCode(SecretText)
        case setRevealed(Bool)
        case fail(Explanation)
    }

    let vault: any Vault
    let clock: any TimeTelling
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .make(let passphrase):
            .chain("make", policy: .first) { emit in
                emit(.setWorking)
                try await vault.verify(passphrase: passphrase)
                emit(.setCode(try await vault.makeRecoveryCode()))
                return reveal(true)
            }
        case .setRevealed(let isRevealed): reveal(isRevealed)
        case .finish:
            .run("finish", policy: .first) { _ in navigator.back() }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setWorking:
            state.isWorking = true
            state.problem = nil
        case .setCode(let code):
            state.code = code
            state.isWorking = false
        case .setRevealed(let isRevealed):
            state.isRevealed = isRevealed
        case .fail(let problem):
            state.isWorking = false
            state.problem = problem
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func reveal(_ isRevealed: Bool) -> Effect<Mutation> {
        .setRevealed(isRevealed, clock: clock) { .setRevealed($0) }
    }
}

/// The screen of a new recovery code.
struct NewRecoveryCodePresenter: Presenter {
    typealias Command = RecoveryCodePresenter.Command

    let localizer: Localizer

    func screen(for state: NewRecoveryCodeInteractor.State) -> Screen {
        Screen(
            location: AccessRoute.newRecoveryCode.location(),
            title: localizer(AccessText.recoveryTitle),
            summary: localizer(
                state.code == nil ? AccessText.recoveryReplaces : AccessText.recoveryAdvice),
            phase: state.isWorking ? .loading(message: localizer(AccessText.changing)) : .ready,
            blocks: [
                state.code.map {
                    RecoveryCodePresenter.facts($0, isRevealed: state.isRevealed, localizer)
                } ?? .form(form(state))
            ],
            actions: state.code == nil
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
                    AccessField.passphrase, label: localizer(AccessText.presentPassphrase),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.problem.map { localizer.text(of: $0.sentence) },
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
        try SceneDefinition(AccessRoute.newRecoveryCode) { context in
            InteractiveScene(
                NewRecoveryCodeInteractor(
                    vault: vault, clock: clock, navigator: context.navigator),
                presenter: NewRecoveryCodePresenter(localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .act(.make, let act): .make(act.fields.secret(AccessField.passphrase))
                case .act(.reveal, _): .setRevealed(true)
                case .act(.conceal, _): .setRevealed(false)
                case .act(.finish, _): .finish
                case .other, .edit, .search, .window, .appear, .disappear, .back: nil
                }
            }
        }
    }
}
