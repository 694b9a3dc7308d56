import Synchronization
import TenonCore

/// The seats of a tea house, which others take as well.
protocol SeatCounting: Sendable {
    /// How many are free: now, and after each change.
    func free() -> AsyncStream<Int>

    /// Takes one.
    ///
    /// - Throws: ``SeatError`` when there is none.
    func take() async throws
}

/// What can be wrong with seats.
typealias SeatError = ModuleError<SeatErrors>

/// Tells ``SeatError`` apart from the errors of other modules.
enum SeatErrors {}

extension SeatError {
    static func allTaken(of count: Int) -> SeatError {
        SeatError(
            .seatsAllTaken, "All \(count) seats are taken.", remedy: "Wait until somebody leaves.")
    }
}

extension ErrorCode {
    static let seatsAllTaken = ErrorCode("seats.all-taken", .tryLater)
}

struct SeatInteractor: Interactor {
    struct State: Sendable, Equatable {
        var free = 0
        var problem: Explanation?
    }

    enum Action: Sendable, Equatable {
        case take
        case change(Int)
    }

    enum Mutation: Sendable, Equatable {
        case count(Int)
        case fail(Explanation)
    }

    let seats: any SeatCounting

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(seats.free()).map { .change($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .change(let free): .just(.count(free))
        case .take:
            .run("take", policy: .serial) { emit in
                do {
                    try await seats.take()
                } catch let error as any ExplainedError {
                    emit(.fail(Explanation(error)))
                }
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .count(let free):
            state.free = free
            state.problem = nil
        case .fail(let problem): state.problem = problem
        }
    }
}

extension AnyPort {
    /// The seats of the house.
    static let seats = Port<any SeatCounting>("seats", providers: ["AcmeSeats"])
}

/// Counts the seats of one house.
enum SeatsPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "acme.seats", version: "1.0.0", summary: "Counts the seats of the tea house")

    /// How many seats there are.
    static let seats = Setting<Int>(
        "seats", placeholder: "COUNT", help: "How many seats the tea house has.",
        environmentVariable: "TEA_SEATS", defaultValue: 20, range: 1...500)

    static func register(in registrar: inout Registrar) {
        registrar.declare(seats)
        registrar.provide(.seats, using: .configuration) { configuration in
            House(seats: try configuration[seats])
        }
    }
}

/// A house whose seats are counted in memory.
final class House: SeatCounting {
    private let count: Int
    private let state: Mutex<(taken: Int, listeners: [AsyncStream<Int>.Continuation])>

    init(seats count: Int) {
        self.count = count
        state = Mutex((0, []))
    }

    func free() -> AsyncStream<Int> {
        let (stream, listener) = AsyncStream<Int>.makeStream()
        state.withLock { state in
            state.listeners.append(listener)
            listener.yield(count - state.taken)
        }
        return stream
    }

    func take() async throws {
        try state.withLock { state in
            guard state.taken < count else { throw SeatError.allTaken(of: count) }
            state.taken += 1
            for listener in state.listeners { listener.yield(count - state.taken) }
        }
    }
}

/// The houses of a town: each is a part with its own logic.
struct TownInteractor: Interactor {
    struct State: Sendable, Equatable {
        var houses: [String: SeatInteractor.State]
    }

    enum Action: Sendable, Equatable {
        case house(String, SeatInteractor.Action)
        case close(String)
    }

    enum Mutation: Sendable, Equatable {
        case house(String, SeatInteractor.Mutation)
        case close(String)
    }

    let houses: [String: SeatInteractor]

    var initialState: State { State(houses: houses.mapValues(\.initialState)) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        houses.reduce(actions) { actions, house in
            actions.merge(with: house.value.outsideActions.map { .house(house.key, $0) })
        }
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .house(let name, let action):
            guard let house = houses[name], let state = state.houses[name] else { return .none }
            return house.effect(of: action, state, in: name) { .house(name, $0) }
        case .close(let name):
            return .merge(.cancelAll(in: name), .just(.close(name)))
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .house(let name, let mutation):
            guard var house = state.houses[name] else { return }
            houses[name]?.reduce(&house, mutation)
            state.houses[name] = house
        case .close(let name): state.houses[name] = nil
        }
    }
}
