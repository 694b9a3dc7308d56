/// The logic of a scene: turns actions into mutations and mutations into state.
///
/// ```
/// action ─ transform(actions) ─ mutate ─ transform(mutations) ─ reduce ─ transform(states) ─ state
/// ```
///
/// A ``Store`` runs it. It knows no screen.
public protocol Interactor<State, Action>: Sendable {
    /// What the scene shows, as a value.
    associatedtype State: Sendable & Equatable
    /// What a person, or the world, can do to it.
    associatedtype Action: Sendable
    /// What changes the state.
    associatedtype Mutation: Sendable = Action

    /// The state before the first action.
    var initialState: State { get }

    /// Where streams from outside join the actions; called once.
    func transform(actions: Flow<Action>) -> Flow<Action>

    /// Turns an action into mutations, now or over time; side effects live here and nowhere else.
    ///
    /// The store waits for it before it takes anything else, so it is quick, and sends nothing to its
    /// own store; the work of an effect may be slow.
    func mutate(_ action: Action, _ state: State) -> Effect<Mutation>

    /// Where streams from outside join the mutations; called once.
    func transform(mutations: Flow<Mutation>) -> Flow<Mutation>

    /// Changes the state; pure and synchronous.
    func reduce(_ state: inout State, _ mutation: Mutation)

    /// Transforms the states that listeners get; called once.
    func transform(states: Flow<State>) -> Flow<State>

    /// The mutation for an error of an effect; `nil` lets it go to the person as an alert.
    func mutation(for error: any Error) -> Mutation?
}

extension Interactor {
    /// Passes actions on unchanged.
    public func transform(actions: Flow<Action>) -> Flow<Action> { actions }

    /// Passes mutations on unchanged.
    public func transform(mutations: Flow<Mutation>) -> Flow<Mutation> { mutations }

    /// Passes states on unchanged.
    public func transform(states: Flow<State>) -> Flow<State> { states }

    /// Declares no mutation for any error.
    public func mutation(for error: any Error) -> Mutation? { nil }
}

extension Interactor where Mutation == Action {
    /// Passes the action on as the mutation.
    public func mutate(_ action: Action, _ state: State) -> Effect<Mutation> { .just(action) }
}
