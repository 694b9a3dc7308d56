import Synchronization
import TenonCore

/// An interactor made of closures, for tests of what surrounds it.
struct Counter: Interactor {
    struct State: Sendable, Equatable {
        var count = 0
        var notes: [String] = []
    }

    enum Action: Sendable, Equatable {
        case add(Int)
        case note(String)
        case work(String)
        case touch
    }

    enum Mutation: Sendable, Equatable {
        case add(Int)
        case note(String)
        case nothing
    }

    var effect: @Sendable (String, State) -> Effect<Mutation> = { _, _ in .none }
    var actions: @Sendable (Flow<Action>) -> Flow<Action> = { $0 }
    var mutations: @Sendable (Flow<Mutation>) -> Flow<Mutation> = { $0 }
    var states: @Sendable (Flow<State>) -> Flow<State> = { $0 }
    var failure: @Sendable (any Error) -> Mutation? = { _ in nil }

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> { self.actions(actions) }

    func transform(mutations: Flow<Mutation>) -> Flow<Mutation> { self.mutations(mutations) }

    func transform(states: Flow<State>) -> Flow<State> { self.states(states) }

    func mutation(for error: any Error) -> Mutation? { failure(error) }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .add(let number): .just(.add(number))
        case .note(let text): .just(.note(text))
        case .work(let name): effect(name, state)
        case .touch: .just(.nothing)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .add(let number): state.count += number
        case .note(let text): state.notes.append(text)
        case .nothing: break
        }
    }
}
