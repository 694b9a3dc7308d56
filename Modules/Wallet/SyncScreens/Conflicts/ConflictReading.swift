import TenonCore
import TenonUI
import WalletSync
import WalletVault

/// What the scenes of conflicts share: reads them, again whenever the vault or its state changes.
struct ConflictReading: Interactor {
    struct State: Sendable, Equatable {
        /// `nil` before they were read.
        var conflicts: [SyncConflict]?
        var problem: Explanation?
    }

    enum Action: Sendable { case refresh }

    enum Mutation: Sendable {
        case show([SyncConflict])
        case fail(Explanation)
    }

    let watch: SyncWatch
    let vault: any Vault

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(watch.statuses()).map { _ in .refresh })
            .merge(with: Flow(vault.changes()).map { _ in .refresh })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        .read("conflicts") { _ in
            do {
                return .just(.show(try await watch.sync.syncConflicts()))
            } catch let error as any ExplainedError where error.code == .syncOff {
                return .just(.show([]))
            }
        } failed: {
            .fail($0)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .show(let conflicts): state = State(conflicts: conflicts)
        case .fail(let problem): state.problem = problem
        }
    }
}
