import TenonCore

/// An interactor whose rows are interactors of their own.
struct Rows: Interactor {
    struct State: Sendable, Equatable {
        var rows: [String: Counter.State] = ["a": .init(), "b": .init()]
    }

    enum Action: Sendable {
        case row(String, Counter.Action)
        case remove(String)
    }

    enum Mutation: Sendable {
        case row(String, Counter.Mutation)
        case remove(String)
        case fail
    }

    var row = Counter()

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: row.outsideActions.map { .row("a", $0) })
    }

    func transform(mutations: Flow<Mutation>) -> Flow<Mutation> {
        mutations.merge(with: row.outsideMutations.map { .row("b", $0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .row(let id, let action):
            guard let state = state.rows[id] else { return .none }
            return row.effect(of: action, state, in: id) { .row(id, $0) }
        case .remove(let id):
            return .merge(.cancelAll(in: id), .just(.remove(id)))
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .row(let id, let mutation):
            row.reduce(&state.rows[id, default: .init()], mutation)
        case .remove(let id): state.rows[id] = nil
        case .fail: state.rows = [:]
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail }
}
