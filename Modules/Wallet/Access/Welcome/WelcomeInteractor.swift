import TenonCore
import TenonUI
import WalletVault

/// First start: takes a passphrase twice and makes the vault.
struct WelcomeInteractor: Interactor {
    struct State: Sendable, Equatable {
        var new = NewPassphrase()
        var attempt = Attempt()
    }

    enum Action: Sendable {
        case edit(passphrase: SecretText)
        case create(passphrase: SecretText, repetition: SecretText)
        case open(Location)
    }

    enum Mutation: Sendable {
        case setNew(NewPassphrase)
        case attempt(Attempt.Change)
    }

    let vault: any Vault
    let confirmations: any ConfirmationPresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .edit(let passphrase): .just(.setNew(NewPassphrase(typed: passphrase)))
        case .create(let passphrase, let repetition): create(passphrase, repetition)
        case .open(let location): .run("navigate") { _ in navigator.open(location) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setNew(let new):
            state.new = new
        case .attempt(let change):
            state.attempt.take(change)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }

    private func create(_ passphrase: SecretText, _ repetition: SecretText) -> Effect<Mutation> {
        let new = NewPassphrase(passphrase, repetition: repetition)
        guard new.isAcceptable else { return .just(.setNew(new)) }
        return .run("create", policy: .first) { emit in
            emit(.setNew(new))
            guard await new.isWanted(confirmations, localizer) else { return }
            emit(.attempt(.begin))
            try await vault.create(passphrase: passphrase)
            emit(.attempt(.succeed))
            navigator.finish(AccessOutcome.created)
        }
    }
}
