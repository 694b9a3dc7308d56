import TenonCore
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
        var new = NewPassphrase()
        /// What is wrong with the present passphrase, and with anything else.
        var presentProblem: Explanation?
        var problem: Explanation?
        var isWorking = false
    }

    enum Action: Sendable {
        case edit(new: SecretText)
        case change(Entry)
    }

    enum Mutation: Sendable {
        case setNew(NewPassphrase)
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
        case .edit(let new): .just(.setNew(NewPassphrase(typed: new)))
        case .change(let entry): change(entry)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setNew(let new):
            state.new = new
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
        state.problem = nil
        state.isWorking = false
    }

    private func change(_ entry: Entry) -> Effect<Mutation> {
        let new = NewPassphrase(entry.new, repetition: entry.repetition)
        guard new.isAcceptable else { return .just(.setNew(new)) }
        return .run("change", policy: .first) { emit in
            emit(.setNew(new))
            guard await new.isWanted(confirmations, localizer) else { return }
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
