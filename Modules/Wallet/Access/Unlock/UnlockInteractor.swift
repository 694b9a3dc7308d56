import TenonCore
import TenonUI
import WalletVault

/// Opens the vault with the passphrase or the recovery code.
struct UnlockInteractor: Interactor {
    /// What opens the vault.
    enum Method: Sendable, Equatable {
        case passphrase
        case recoveryCode
    }

    struct State: Sendable, Equatable {
        var attempt = Attempt()
    }

    enum Action: Sendable {
        case unlock(SecretText)
        case useRecoveryCode
    }

    enum Mutation: Sendable {
        case attempt(Attempt.Change)
    }

    let vault: any Vault
    let method: Method
    let target: Location?
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .unlock(let secret):
            .run("unlock", policy: .first) { emit in
                emit(.attempt(.begin))
                switch method {
                case .passphrase: try await vault.unlock(passphrase: secret)
                case .recoveryCode: try await vault.unlock(recoveryCode: secret)
                }
                emit(.attempt(.succeed))
                navigator.finish(AccessOutcome.unlocked(then: target))
            }
        case .useRecoveryCode:
            .run("recovery", policy: .first) { _ in
                navigator.finish(AccessOutcome.wantsRecoveryCode(then: target))
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .attempt(let change): state.attempt.take(change)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }
}
