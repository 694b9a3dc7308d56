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
        var isWorking = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case unlock(SecretText)
        case useRecoveryCode
    }

    enum Mutation: Sendable {
        case setWorking(Bool)
        case fail(Explanation)
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
                emit(.setWorking(true))
                switch method {
                case .passphrase: try await vault.unlock(passphrase: secret)
                case .recoveryCode: try await vault.unlock(recoveryCode: secret)
                }
                emit(.setWorking(false))
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
        case .setWorking(let isWorking):
            state.isWorking = isWorking
            if isWorking { state.problem = nil }
        case .fail(let problem):
            state.isWorking = false
            state.problem = problem
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }
}
