import TenonCore
import TenonUI
import WalletVault

/// Offers a recovery code, and shows it once.
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
    let clock: any TimeTelling
    /// What happens when the person has written it down, or does without.
    let leave: @Sendable () -> Void

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .make:
            .chain("make", policy: .first) { emit in
                emit(.setCode(try await vault.makeRecoveryCode()))
                return reveal(true)
            }
        case .setRevealed(let isRevealed): reveal(isRevealed)
        case .finish:
            .run("finish", policy: .first) { _ in leave() }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setCode(let code):
            state.code = code
        case .setRevealed(let isRevealed):
            state.isRevealed = isRevealed
        }
    }

    private func reveal(_ isRevealed: Bool) -> Effect<Mutation> {
        .setRevealed(isRevealed, clock: clock) { .setRevealed($0) }
    }
}

/// The screen of the recovery code.
struct RecoveryCodePresenter: Presenter {
    enum Command: String { case make, finish, reveal, conceal }

    let localizer: Localizer

    func screen(for state: RecoveryCodeInteractor.State) -> Screen {
        Screen(
            location: AccessRoute.recoveryCode.location(),
            title: localizer(AccessText.recoveryTitle),
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
        .facts(
            FactsBlock(
                id: "recovery",
                facts: [
                    Fact(
                        id: "code", label: localizer(AccessText.recoveryCode), secret: code,
                        isRevealed: isRevealed, reveal: Command.reveal, conceal: Command.conceal,
                        localizer)
                ]))
    }

    private func actions(_ state: RecoveryCodeInteractor.State) -> [Action] {
        guard state.code == nil else {
            return [
                Action(
                    Command.finish, title: localizer(AccessText.recoveryWritten), role: .primary)
            ]
        }
        return [
            Action(Command.make, title: localizer(AccessText.recoveryMake), role: .primary),
            Action(Command.finish, title: localizer(AccessText.recoverySkip), role: .cancel),
        ]
    }
}

extension SceneDefinition {
    /// The recovery code.
    static func recoveryCode(
        _ vault: any Vault, _ clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition(
            AccessRoute.recoveryCode, offersApplicationActions: false,
            presenter: RecoveryCodePresenter.init
        ) { context in
            RecoveryCodeInteractor(vault: vault, clock: clock) {
                context.navigator.finish(AccessOutcome.finishedWelcome)
            }
        } action: { input, _ in
            switch input {
            case .act(.make, _): .make
            case .act(.reveal, _): .setRevealed(true)
            case .act(.conceal, _): .setRevealed(false)
            case .act(.finish, _), .back: .finish
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear: nil
            }
        }
    }
}
