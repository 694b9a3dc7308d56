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
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .make(let passphrase):
            .run("make", policy: .first) { emit in
                emit(.setWorking)
                try await vault.verify(passphrase: passphrase)
                emit(.setCode(try await vault.makeRecoveryCode()))
            }
        case .setRevealed(let isRevealed):
            .just(.setRevealed(isRevealed))
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
            state.isRevealed = true
            state.isWorking = false
        case .setRevealed(let isRevealed):
            state.isRevealed = isRevealed
        case .fail(let problem):
            state.isWorking = false
            state.problem = problem
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }
}

/// The screen of a new recovery code.
struct NewRecoveryCodePresenter: Presenter {
    let localizer: Localizer

    func screen(for state: NewRecoveryCodeInteractor.State) -> Screen {
        Screen(
            location: AccessRoute.newRecoveryCode, title: localizer(AccessText.recoveryTitle),
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
                        id: "finish", title: localizer(AccessText.recoveryWritten), role: .primary)
                ], parent: SettingsRoute.settings)
    }

    private func form(_ state: NewRecoveryCodeInteractor.State) -> FormBlock {
        FormBlock(
            id: "recovery-code",
            fields: [
                Field(
                    id: "passphrase", label: localizer(AccessText.presentPassphrase),
                    kind: .secret(isSet: false), isRequired: true,
                    problem: state.problem.map { localizer.text(of: $0.sentence) },
                    autofill: .currentPassword)
            ],
            actions: [
                Action(id: "make", title: localizer(AccessText.recoveryMake), role: .primary)
            ])
    }
}

extension SceneDefinition {
    /// A new recovery code.
    static func newRecoveryCode(_ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition("settings:recovery-code") { context in
            InteractiveScene(
                NewRecoveryCodeInteractor(vault: vault, navigator: context.navigator),
                presenter: NewRecoveryCodePresenter(localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .act("make", _, let fields, _): .make(fields.secret("passphrase"))
                case .act("reveal", _, _, _): .setRevealed(true)
                case .act("conceal", _, _, _): .setRevealed(false)
                case .act("finish", _, _, _): .finish
                case .act, .edit, .search, .window, .appear, .back: nil
                }
            }
        }
    }
}
