import Synchronization
import TenonCore
import TenonUI
import TestSupport

/// A kitchen as an interactor: everything that a test store has to notice happens in it.
struct Kitchen: Interactor {
    struct Dish: Sendable, Equatable {
        var name: String
        var price: Int
    }

    struct State: Sendable, Equatable {
        var dishes: [Dish] = []
        var note: String?
        var secret: SecretText?
    }

    enum Action: Sendable, Equatable {
        case order(String)
        case cook
        case stop
        case watch
        case write(String)
        case hide(SecretText)
        case burn
        case ring
        case serve(Int)
        case leave
    }

    enum Mutation: Sendable, Equatable {
        case add(Dish)
        case note(String)
        case hide(SecretText)
    }

    struct Fire: Error, Equatable {}

    /// What the kitchen comes to.
    struct Served: SceneOutcome, Equatable {
        let guests: Int
    }

    /// What comes from outside the scene.
    var bell: AsyncStream<Action> = AsyncStream { $0.finish() }
    var radio: AsyncStream<String> = AsyncStream { $0.finish() }
    var declaresFire = false
    var navigator: Navigator?
    /// Is told when all that cooking comes to is there.
    var cooked: @Sendable () -> Void = {}

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> { actions.merge(with: Flow(bell)) }

    func transform(mutations: Flow<Mutation>) -> Flow<Mutation> {
        mutations.merge(with: Flow(radio).map { .note($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .order(let name): .just(.add(Dish(name: name, price: 3)))
        case .cook:
            .merge(
                .just(.note("cooking")),
                .run("cook", policy: .latest) { emit in
                    emit(.add(Dish(name: "soup", price: 5)))
                    emit(.note("done"))
                    cooked()
                })
        case .watch: .run("watch") { _ in try await untilCancelled() }
        case .stop: .cancel("watch")
        case .write(let text): .just(.note(text))
        case .hide(let secret): .just(.hide(secret))
        case .burn: .run("burn") { _ in throw Fire() }
        case .serve(let guests):
            .run("serve") { _ in navigator?.finish(Served(guests: guests)) }
        case .leave:
            .run("leave") { _ in
                navigator?.open(Location(["street"]))
                navigator?.back()
            }
        case .ring: .merge(.just(.note("rung")), .run("ring") { _ in })
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .add(let dish): state.dishes.append(dish)
        case .note(let text): state.note = text
        case .hide(let secret): state.secret = secret
        }
    }

    func mutation(for error: any Error) -> Mutation? { declaresFire ? .note("fire") : nil }
}
