import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// First start: takes a passphrase twice and makes the vault.
struct WelcomeInteractor: Interactor {
    struct State: Sendable, Equatable {
        var strength: PassphraseStrength?
        /// What is wrong with the passphrase, and with its repetition.
        var passphraseProblem: AccessText?
        var repetitionProblem: AccessText?
        var isWorking = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case edit(passphrase: SecretText)
        case create(passphrase: SecretText, repetition: SecretText)
    }

    enum Mutation: Sendable {
        case setStrength(PassphraseStrength?)
        case reject(passphrase: AccessText?, repetition: AccessText?)
        case setWorking(Bool)
        case fail(Explanation)
    }

    let vault: any Vault
    let confirmations: any ConfirmationPresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .edit(let passphrase):
            .just(.setStrength(passphrase.isEmpty ? nil : Passphrase.strength(of: passphrase)))
        case .create(let passphrase, let repetition):
            create(passphrase, repetition)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStrength(let strength):
            state.strength = strength
            state.passphraseProblem = nil
        case .reject(let passphrase, let repetition):
            state.passphraseProblem = passphrase
            state.repetitionProblem = repetition
        case .setWorking(let isWorking):
            state.isWorking = isWorking
            if isWorking {
                state.problem = nil
                state.passphraseProblem = nil
                state.repetitionProblem = nil
            }
        case .fail(let problem):
            state.problem = problem
            state.isWorking = false
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func create(_ passphrase: SecretText, _ repetition: SecretText) -> Effect<Mutation> {
        guard !passphrase.isEmpty else {
            return .just(.reject(passphrase: .passphraseMissing, repetition: nil))
        }
        let strength = Passphrase.strength(of: passphrase)
        guard passphrase == repetition else {
            return .merge(
                .just(.setStrength(strength)),
                .just(.reject(passphrase: nil, repetition: .passphrasesDiffer)))
        }
        return .merge(
            .just(.setStrength(strength)),
            .run("create", policy: .first) { emit in
                if strength.level < .fair {
                    let isSure = await confirmations.confirm(
                        Confirmation(
                            title: localizer(AccessText.weakTitle),
                            message: localizer(AccessText.weakMessage),
                            confirmTitle: localizer(AccessText.weakConfirm)))
                    guard isSure else { return }
                }
                emit(.setWorking(true))
                try await vault.create(passphrase: passphrase)
                emit(.setWorking(false))
                navigator.finish(AccessOutcome.created)
            })
    }
}
