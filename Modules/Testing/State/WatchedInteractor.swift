import TenonCore

/// An interactor that does what another one does, and lets what comes by itself wait.
struct WatchedInteractor<Logic: Interactor>: Interactor {
    typealias State = Logic.State
    typealias Action = Logic.Action
    typealias Mutation = Logic.Mutation

    let logic: Logic
    let ledger: Ledger<Logic>

    var initialState: State { logic.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        waiting(logic.transform(actions: actions)) { .action($0, apply: $1) }
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        let effect = logic.mutate(action, state)
        ledger.note(effect)
        return effect
    }

    func transform(mutations: Flow<Mutation>) -> Flow<Mutation> {
        waiting(logic.transform(mutations: mutations)) { .mutation($0, apply: $1) }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) { logic.reduce(&state, mutation) }

    func transform(states: Flow<State>) -> Flow<State> { logic.transform(states: states) }

    func mutation(for error: any Error) -> Mutation? { logic.mutation(for: error) }

    private func waiting<Element: Sendable>(
        _ flow: Flow<Element>,
        arrival:
            @escaping @Sendable (Element, @escaping @Sendable () -> Void) ->
            Ledger<Logic>
            .Arrival
    ) -> Flow<Element> {
        Flow { [ledger] scope, receive in
            flow.connect(scope) { element in
                if ledger.isDirect { return receive(element) }
                ledger.add(arrival(element) { receive(element) })
            }
        }
    }
}
