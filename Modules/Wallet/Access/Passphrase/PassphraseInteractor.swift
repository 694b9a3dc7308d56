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
        /// What is wrong with the present passphrase.
        var presentProblem: Explanation?
        var attempt = Attempt()
    }

    enum Action: Sendable {
        case edit(new: SecretText)
        case change(Entry)
    }

    enum Mutation: Sendable {
        case setNew(NewPassphrase)
        case rejectPresent(Explanation)
        case attempt(Attempt.Change)
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
            state.attempt = Attempt()
            state.presentProblem = problem
        case .attempt(let change):
            state.attempt.take(change)
            state.presentProblem = nil
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }

    private func change(_ entry: Entry) -> Effect<Mutation> {
        let new = NewPassphrase(entry.new, repetition: entry.repetition)
        guard new.isAcceptable else { return .just(.setNew(new)) }
        return .run("change", policy: .first) { emit in
            emit(.setNew(new))
            guard await new.isWanted(confirmations, localizer) else { return }
            emit(.attempt(.begin))
            do {
                try await vault.changePassphrase(from: entry.present, to: entry.new)
            } catch let error as VaultError
                where [.vaultWrongPassphrase, .vaultTooManyAttempts].contains(error.code)
            {
                return emit(.rejectPresent(Explanation(error)))
            }
            emit(.attempt(.succeed))
            notices.notify(Notice(localizer(AccessText.passphraseChanged), tone: .positive))
            navigator.back()
        }
    }
}
