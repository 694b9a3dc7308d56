import TenonCore
import TenonUI
import WalletVault

/// Offers a recovery code after the vault was made, and shows it once.
struct RecoveryCodeInteractor: Interactor {
    struct State: Sendable, Equatable {
        var code: SecretText?
        var isRevealed = false
    }

    enum Action: Sendable {
        case make
        case setRevealed(Bool)
        case finish
    }

    enum Mutation: Sendable {
        case setCode(SecretText)
        case setRevealed(Bool)
    }

    let vault: any Vault
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .make:
            .run("make", policy: .first) { emit in
                emit(.setCode(try await vault.makeRecoveryCode()))
            }
        case .setRevealed(let isRevealed):
            .just(.setRevealed(isRevealed))
        case .finish:
            .run("finish", policy: .first) { _ in
                navigator.finish(AccessOutcome.finishedWelcome)
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setCode(let code):
            state.code = code
            state.isRevealed = true
        case .setRevealed(let isRevealed):
            state.isRevealed = isRevealed
        }
    }
}

/// The screen of the recovery code.
struct RecoveryCodePresenter: Presenter {
    let localizer: Localizer

    func screen(for state: RecoveryCodeInteractor.State) -> Screen {
        Screen(
            location: AccessRoute.recoveryCode, title: localizer(AccessText.recoveryTitle),
            summary: localizer(
                state.code == nil ? AccessText.recoveryOffer : AccessText.recoveryAdvice),
            blocks: state.code.map {
                [Self.facts($0, isRevealed: state.isRevealed, localizer)]
            } ?? [],
            actions: actions(state))
    }

    /// The code, shown or concealed.
    static func facts(
        _ code: SecretText, isRevealed: Bool, _ localizer: Localizer
    ) -> Block {
        let toggle =
            isRevealed
            ? Action(id: "conceal", title: localizer(UIText.conceal), scope: .row)
            : Action(id: "reveal", title: localizer(UIText.reveal), scope: .row)
        return .facts(
            FactsBlock(
                id: "recovery",
                facts: [
                    Fact(
                        id: "code", label: localizer(AccessText.recoveryCode),
                        value: isRevealed ? .revealed(code.reveal()) : .concealed,
                        actions: [toggle])
                ]))
    }

    private func actions(_ state: RecoveryCodeInteractor.State) -> [Action] {
        guard state.code == nil else {
            return [
                Action(
                    id: "finish", title: localizer(AccessText.recoveryWritten), role: .primary)
            ]
        }
        return [
            Action(id: "make", title: localizer(AccessText.recoveryMake), role: .primary),
            Action(id: "finish", title: localizer(AccessText.recoverySkip), role: .cancel),
        ]
    }
}

extension SceneDefinition {
    /// The recovery code.
    static func recoveryCode(_ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition("welcome:recovery-code", offersApplicationActions: false) { context in
            InteractiveScene(
                RecoveryCodeInteractor(vault: vault, navigator: context.navigator),
                presenter: RecoveryCodePresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .act("make", _, _, _): .make
                case .act("reveal", _, _, _): .setRevealed(true)
                case .act("conceal", _, _, _): .setRevealed(false)
                case .act("finish", _, _, _), .back: .finish
                case .act, .edit, .search, .window, .appear: nil
                }
            }
        }
    }
}
