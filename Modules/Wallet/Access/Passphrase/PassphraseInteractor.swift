import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// Changes the passphrase of the unlocked vault; the present one is asked for again.
struct PassphraseInteractor: Interactor {
    /// What the form holds.
    struct Entry: Sendable {
        let present: SecretText
        let new: SecretText
        let repetition: SecretText
    }

    struct State: Sendable, Equatable {
        var strength: PassphraseStrength?
        /// What is wrong with each field.
        var presentProblem: Explanation?
        var newProblem: AccessText?
        var repetitionProblem: AccessText?
        var problem: Explanation?
        var isWorking = false
    }

    enum Action: Sendable {
        case edit(new: SecretText)
        case change(Entry)
    }

    enum Mutation: Sendable {
        case setStrength(PassphraseStrength?)
        case reject(new: AccessText?, repetition: AccessText?)
        case rejectPresent(Explanation)
        case setWorking(Bool)
        case fail(Explanation)
    }

    let vault: any Vault
    let confirmations: any ConfirmationPresenting
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .edit(let new):
            .just(.setStrength(new.isEmpty ? nil : Passphrase.strength(of: new)))
        case .change(let entry):
            change(entry)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStrength(let strength):
            state.strength = strength
            state.newProblem = nil
        case .reject(let new, let repetition):
            clear(&state)
            state.newProblem = new
            state.repetitionProblem = repetition
        case .rejectPresent(let problem):
            clear(&state)
            state.presentProblem = problem
        case .setWorking(let isWorking):
            if isWorking { clear(&state) }
            state.isWorking = isWorking
        case .fail(let problem):
            clear(&state)
            state.problem = problem
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func clear(_ state: inout State) {
        state.presentProblem = nil
        state.newProblem = nil
        state.repetitionProblem = nil
        state.problem = nil
        state.isWorking = false
    }

    private func change(_ entry: Entry) -> Effect<Mutation> {
        guard !entry.new.isEmpty else {
            return .just(.reject(new: .passphraseMissing, repetition: nil))
        }
        guard entry.new == entry.repetition else {
            return .just(.reject(new: nil, repetition: .passphrasesDiffer))
        }
        return .run("change", policy: .first) { emit in
            if Passphrase.strength(of: entry.new).level < .fair {
                let isSure = await confirmations.confirm(
                    Confirmation(
                        title: localizer(AccessText.weakTitle),
                        message: localizer(AccessText.weakMessage),
                        confirmTitle: localizer(AccessText.weakConfirm)))
                guard isSure else { return }
            }
            emit(.setWorking(true))
            do {
                try await vault.changePassphrase(from: entry.present, to: entry.new)
            } catch let error as VaultError
                where [.vaultWrongPassphrase, .vaultTooManyAttempts].contains(error.code)
            {
                return emit(.rejectPresent(Explanation(error)))
            }
            emit(.setWorking(false))
            notices.notify(Notice(localizer(AccessText.passphraseChanged), tone: .positive))
            navigator.back()
        }
    }
}
