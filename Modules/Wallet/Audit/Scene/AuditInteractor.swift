import TenonCore
import TenonUI
import WalletVault

/// The steps of an audit: choose what to look for, wait, look at what was found.
struct AuditInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// Where the person is.
        enum Stage: Sendable, Equatable {
            case choosing
            case running(AuditProgress?)
            case finished(AuditReport)
            case failed(Explanation)
        }

        var stage = Stage.choosing
        var draft = AuditDraft()
        /// What is wrong with the list of known passwords.
        var problem: Explanation?
        /// Which rows of the lists are shown, where it is not the first ones.
        var windows: [AuditProblem: Range<Int>] = [:]
        /// Whether items were changed since they were looked at.
        var isStale = false
    }

    enum Action: Sendable {
        case start([AuditPresenter.FieldName: FieldValue])
        case cancel
        case again
        case retry
        case open(String)
        case window(AuditProblem, Range<Int>)
        case vaultChanged
    }

    enum Mutation: Sendable {
        case setDraft(AuditDraft)
        case setStage(State.Stage)
        case advance(AuditProgress)
        case reject(Explanation)
        case setWindow(AuditProblem, Range<Int>)
        case setStale
    }

    let auditor: Auditor
    let vault: any Vault
    let progress: any ProgressPresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(vault.changes()).map { _ in .vaultChanged })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .start(let fields):
            guard state.stage == .choosing else { return .none }
            var draft = state.draft
            draft.take(fields)
            guard let options = draft.options else { return .just(.setDraft(draft)) }
            return .merge(.just(.setDraft(draft)), run(options))
        case .cancel:
            guard case .running = state.stage else { return .none }
            return .merge(.cancel("audit"), .just(.setStage(.choosing)))
        case .again:
            return .just(.setStage(.choosing))
        case .retry:
            guard case .failed = state.stage, let options = state.draft.options else {
                return .none
            }
            return run(options)
        case .open(let id):
            guard case .finished(let report) = state.stage,
                let item = report.items.first(where: { $0.id.description == id })
            else { return .none }
            return .run("navigate") { _ in navigator.open(item.kind.route.location(item.id)) }
        case .window(let problem, let range):
            return .just(.setWindow(problem, range))
        case .vaultChanged:
            return .just(.setStale)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setDraft(let draft):
            state.draft = draft
        case .setStage(let stage):
            state.stage = stage
            state.problem = nil
            state.windows = [:]
            state.isStale = false
        case .advance(let progress):
            if case .running = state.stage { state.stage = .running(progress) }
        case .reject(let problem):
            state.stage = .choosing
            state.problem = problem
        case .setWindow(let problem, let range):
            state.windows[problem] = range
        case .setStale:
            if case .finished = state.stage { state.isStale = true }
        }
    }

    private func run(_ options: AuditOptions) -> Effect<Mutation> {
        .merge(
            .just(.setStage(.running(nil))),
            .read("audit") { emit in
                let title = localizer(AuditText.running)
                defer {
                    progress.report(TaskProgress(id: "audit", title: title, isFinished: true))
                }
                do {
                    let report = try await auditor.run(options) { step in
                        progress.report(
                            TaskProgress(
                                id: "audit", title: title, completed: step.completed,
                                total: step.total))
                        emit(.advance(step))
                    }
                    return .just(.setStage(.finished(report)))
                } catch let error as AuditError {
                    return .just(.reject(Explanation(error)))
                }
            } failed: {
                .setStage(.failed($0))
            })
    }
}
