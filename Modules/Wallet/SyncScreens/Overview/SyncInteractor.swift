import TenonCore
import TenonUI
import WalletSync

/// Shows how the vault stands with other machines, and exchanges changes on demand.
struct SyncInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// How it stands; `nil` before that is known.
        var status: SyncStatus?
        /// Whether this scene is doing something.
        var isWorking = false
        /// What the last exchange of this scene came to.
        var outcome: SyncOutcome?
        /// Why something that this scene did has failed.
        var problem: Explanation?
    }

    enum Action: Sendable {
        case look
        case status(SyncStatus)
        case exchange
        case leave
        case removeVault
        case open(Location)
    }

    enum Mutation: Sendable {
        case setStatus(SyncStatus)
        case begin
        case finish(SyncOutcome?)
        case fail(Explanation)
    }

    let watch: SyncWatch
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(status: watch.status) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(watch.statuses()).map { .status($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .look:
            .run("look") { $0(.setStatus(try await watch.look())) }
        case .status(let status):
            .just(.setStatus(status))
        case .exchange:
            .run("exchange", policy: .first) { emit in
                emit(.begin)
                emit(.finish(try await watch.sync.synchronize()))
            }
        case .leave:
            .run("exchange", policy: .first) { emit in
                emit(.begin)
                let departure = try await watch.sync.leaveSync()
                emit(.finish(nil))
                notices.notify(Notice(localizer(SyncText.left), tone: .positive))
                for text in departure.texts(localizer, from: state.status?.place) {
                    notices.notify(Notice(text, tone: .caution))
                }
                guard let problem = departure.problem, state.status?.isLast == false else { return }
                let values = ["name": departure.name, "problem": localizer.text(of: problem)]
                notices.notify(Notice(localizer(SyncText.notTold, values), tone: .caution))
            }
        case .removeVault:
            .run("exchange", policy: .first) { emit in
                emit(.begin)
                try await watch.sync.removeSyncVault(at: nil)
                emit(.finish(nil))
                let place = ["place": state.status?.place ?? ""]
                notices.notify(Notice(localizer(SyncText.vaultRemoved, place), tone: .positive))
            }
        case .open(let location):
            .run("navigate") { _ in navigator.open(location) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStatus(let status):
            state.status = status
        case .begin:
            (state.isWorking, state.outcome, state.problem) = (true, nil, nil)
        case .finish(let outcome):
            (state.isWorking, state.outcome) = (false, outcome)
        case .fail(let problem):
            (state.isWorking, state.problem) = (false, problem)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }
}

extension SceneDefinition {
    /// How the vault stands.
    static func sync(_ watch: SyncWatch) throws -> SceneDefinition {
        try SceneDefinition(
            SyncRoute.sync, presenter: { SyncPresenter(localizer: $0, now: { watch.now }) }
        ) { context in
            SyncInteractor(
                watch: watch, notices: try context.ports[.notices], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear: .look
            case .act(.exchange, _): .exchange
            case .act(.leave, _): .leave
            case .act(.removeVault, _): .removeVault
            case .act(.setUp, _): .open(SyncRoute.setUp.location())
            case .act(.join, _): .open(SyncRoute.join.location())
            case .act(.recover, _): .open(SyncRoute.recover.location())
            case .act(.devices, _): .open(SyncRoute.devices.location())
            case .act(.conflicts, _): .open(SyncRoute.conflicts.location())
            case .act(.invite, _): .open(SyncRoute.invitation.location())
            case .act(.sheet, _): .open(SyncRoute.sheet.location())
            case .other, .edit, .search, .filter, .window, .reading, .disappear, .back: nil
            }
        }
    }
}
