import TenonCore
import TenonUI
import WalletVault

/// Opens the vault with the passphrase or the recovery code, or sees another program do so.
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
        /// The screen is in sight.
        case appear
        /// Another screen covers it.
        case disappear
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
            // Watched again only when it fails, so that the session goes on once.
            .merge(
                .cancel("watch"),
                .chain("unlock", policy: .first) { emit in
                    emit(.attempt(.begin))
                    do {
                        try await unlock(with: secret)
                    } catch {
                        emit(.attempt(.fail(Explanation(error))))
                        return watch
                    }
                    emit(.attempt(.succeed))
                    goOn()
                    return .none
                })
        case .useRecoveryCode:
            .run("recovery", policy: .first) { _ in
                navigator.finish(AccessOutcome.wantsRecoveryCode(then: target))
            }
        case .appear: watch
        case .disappear: .cancel("watch")
        }
    }

    /// Goes on when another program has unlocked the vault; what is typed is not needed any more.
    private var watch: Effect<Mutation> {
        .run("watch", policy: .latest, isBackground: true) { _ in
            for await status in vault.statuses() where status == .unlocked { return goOn() }
        }
    }

    private func unlock(with secret: SecretText) async throws {
        switch method {
        case .passphrase: try await vault.unlock(passphrase: secret)
        case .recoveryCode: try await vault.unlock(recoveryCode: secret)
        }
    }

    private func goOn() { navigator.finish(AccessOutcome.unlocked(then: target)) }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .attempt(let change): state.attempt.take(change)
        }
    }
}
