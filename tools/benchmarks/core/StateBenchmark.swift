import BenchmarkReport
import Synchronization
import TenonCore

/// Sending actions through a store.
enum StateBenchmark {
    static func run() async throws -> [Figure] {
        [try await send(), try await stream()]
    }

    /// One synchronous action that reaches the state and one listener.
    private static func send() async throws -> Figure {
        let rounds = 200_000
        let store = Store(Tally())
        let heard = Atomic(0)
        store.observe { heard.store($0.count, ordering: .relaxed) }
        let counter = Mutex(0)
        let (sent, increment) = try await best(of: 9) { _ in
            for _ in 0..<rounds { store.send(.add) }
        } beside: { _ in
            for _ in 0..<rounds { counter.withLock { $0 &+= 1 } }
        }
        precondition(heard.load(ordering: .relaxed) == 9 * rounds)
        store.cancel()
        return Figure(
            name: "send", items: 1, sent.divided(by: rounds),
            yardstick: "increment under a mutex", increment.divided(by: rounds), atMost: 10)
    }

    /// Actions whose asynchronous mutations are all on their way at once.
    private static func stream() async throws -> Figure {
        let rounds = 100_000
        let (streamed, called) = try await best(of: 7) { _ in
            let store = Store(Tally())
            let (end, continuation) = AsyncStream.makeStream(of: Void.self)
            store.observe { if $0.count == rounds { continuation.finish() } }
            for _ in 0..<rounds { store.send(.addLater) }
            for await _ in end {}
            store.cancel()
        } beside: { _ in
            let target = Accumulator()
            let (values, continuation) = AsyncStream.makeStream(of: Int.self)
            for number in 0..<rounds { continuation.yield(number) }
            continuation.finish()
            for await _ in values { await target.add() }
            let count = await target.count
            precondition(count == rounds)
        }
        return Figure(
            name: "stream", items: rounds, streamed.divided(by: rounds),
            yardstick: "AsyncStream to an actor", called.divided(by: rounds), atMost: 1.5)
    }
}

private struct Tally: Interactor {
    struct State: Sendable, Equatable { var count = 0 }
    enum Action: Sendable { case add, addLater }

    let initialState = State()

    func mutate(_ action: Action, _ state: State) -> Effect<Action> {
        switch action {
        case .add: .just(.add)
        case .addLater: .run("add") { $0(.add) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Action) { state.count += 1 }
}

private actor Accumulator {
    private(set) var count = 0
    func add() { count += 1 }
}
