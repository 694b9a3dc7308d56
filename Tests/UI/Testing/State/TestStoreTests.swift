import TenonCore
import TenonTesting
import Testing

@Suite struct TestStoreTests {
    private typealias Steps = (TestStore<Kitchen>) async throws -> Void

    /// How long is waited for what comes; for what does not come it is short.
    private static let forWhatComes = Duration.seconds(10)

    /// What a test that must fail says.
    private func failure(
        of kitchen: Kitchen = Kitchen(), patience: Duration = .milliseconds(200),
        _ steps: @escaping Steps
    ) async -> String {
        do {
            try await TestStore.run(kitchen, patience: patience, steps)
            return "It did not fail."
        } catch let error as TestingError {
            return "\(error.message)"
        } catch {
            return "\(error)"
        }
    }

    // MARK: - What passes

    @Test("a change of state that is expected passes")
    func change() async throws {
        try await TestStore.run(Kitchen()) { store in
            try store.send(.order("bread")) { $0.dishes = [Kitchen.Dish(name: "bread", price: 3)] }
            #expect(store.state.dishes.count == 1)
        }
    }

    @Test("what work emits is received in order, one by one, each with its change")
    func mutations() async throws {
        let soup = Kitchen.Dish(name: "soup", price: 5)
        try await TestStore.run(Kitchen()) { store in
            try store.send(.cook, starts: ["cook"]) { $0.note = "cooking" }
            try await store.receive(.add(soup)) { $0.dishes = [soup] }
            #expect(store.state.note == "cooking")
            try await store.receive(where: { $0 == .note("done") }) { $0.note = "done" }
        }
    }

    @Test("work that is cancelled is expected to be, and leaves nothing running")
    func cancellation() async throws {
        try await TestStore.run(Kitchen()) { store in
            try store.send(.watch, starts: ["watch"])
            try store.send(.stop, cancels: ["watch"])
        }
    }

    @Test("work without an end is left with the scene")
    func leaving() async throws {
        try await TestStore.run(Kitchen()) { store in
            try store.send(.watch, starts: ["watch"])
            try await store.leave()
        }
    }

    @Test("errors are received: as the mutation that the interactor declares, or as they are")
    func errors() async throws {
        try await TestStore.run(Kitchen(declaresFire: true)) { store in
            try store.send(.burn, starts: ["burn"])
            try await store.receive(.note("fire")) { $0.note = "fire" }
        }
        try await TestStore.run(Kitchen()) { store in
            try store.send(.burn, starts: ["burn"])
            let error = try await store.receiveError(Kitchen.Fire.self)
            #expect(error == Kitchen.Fire())
        }
    }

    @Test("actions and mutations from outside the scene are received")
    func outside() async throws {
        let (bell, ringing) = AsyncStream.makeStream(of: Kitchen.Action.self)
        let (radio, speaking) = AsyncStream.makeStream(of: String.self)
        try await TestStore.run(Kitchen(bell: bell, radio: radio)) { store in
            ringing.yield(.ring)
            try await store.receive(action: .ring, starts: ["ring"]) { $0.note = "rung" }
            speaking.yield("rain")
            try await store.receive(.note("rain")) { $0.note = "rain" }
        }
    }

    // MARK: - What must not pass

    @Test("a wrong state fails, with the difference and what it belongs to, and nothing else")
    func wrongState() async {
        let message = await failure { store in
            for name in ["bread", "fish", "rice", "plums"] {
                try store.send(.order(name)) {
                    $0.dishes.append(Kitchen.Dish(name: name, price: name == "rice" ? 4 : 3))
                }
            }
        }
        #expect(message.contains("send order(\"rice\")"))
        #expect(message.contains("TestStoreTests.swift:"))
        #expect(
            message.hasSuffix(
                """
                  State(
                    dishes: [
                      …
                      Dish(
                        name: "rice"
                -       price: 4
                +       price: 3
                      )
                    ]
                  …
                """))
    }

    @Test("a change that is not expected fails")
    func unexpectedChange() async {
        let message = await failure { store in try store.send(.write("salt")) }
        #expect(message.contains("the state does not change"))
        #expect(message.contains("-   note: nil"))
        #expect(message.contains("+   note: \"salt\""))
    }

    @Test("a change that is expected and does not come fails")
    func missingChange() async {
        let message = await failure { store in
            try store.send(.watch, starts: ["watch"]) { $0.note = "seen" }
        }
        #expect(message.contains("-   note: \"seen\""))
    }

    @Test("a closure that changes nothing fails: it promises a change")
    func idleClosure() async {
        let message = await failure { store in
            try store.send(.stop, cancels: ["watch"]) { $0.note = nil }
        }
        #expect(message.contains("Neither changes anything."))
    }

    @Test("work that was not expected to start fails, and so does work that does not start")
    func effects() async {
        let unexpected = await failure { store in try store.send(.watch) }
        #expect(unexpected.contains("these effects"))
        #expect(unexpected.contains("+     \"watch\""))
        let missing = await failure { store in
            try store.send(.order("bread"), starts: ["oven"]) {
                $0.dishes = [Kitchen.Dish(name: "bread", price: 3)]
            }
        }
        #expect(missing.contains("-     \"oven\""))
        let cancelled = await failure { store in try store.send(.stop) }
        #expect(cancelled.contains("+     \"watch\""))
    }

    @Test("a mutation that nobody receives fails: before the next action, and at the end")
    func unreceived() async {
        let atEnd = await failure(patience: Self.forWhatComes) { store in
            try store.send(.cook, starts: ["cook"]) { $0.note = "cooking" }
        }
        #expect(atEnd.contains("all that came before was received (finish"))
        #expect(atEnd.contains("the mutation add"))
        let soup = Kitchen.Dish(name: "soup", price: 5)
        let (cooked, cooking) = AsyncStream.makeStream(of: Void.self)
        var kitchen = Kitchen()
        kitchen.cooked = { cooking.yield() }
        let before = await failure(of: kitchen) { store in
            try store.send(.cook, starts: ["cook"]) { $0.note = "cooking" }
            for await _ in cooked { break }
            try await store.receive(.add(soup)) { $0.dishes = [soup] }
            try store.send(.order("tea"))
        }
        #expect(before.contains("all that came before was received (send order(\"tea\")"))
        #expect(before.contains("the mutation note(\"done\")"))
    }

    @Test("another mutation than the expected one fails with their difference")
    func wrongMutation() async {
        let message = await failure(patience: Self.forWhatComes) { store in
            try store.send(.cook, starts: ["cook"]) { $0.note = "cooking" }
            try await store.receive(.add(Kitchen.Dish(name: "soup", price: 6)))
        }
        #expect(message.contains("-     price: 6"))
        #expect(message.contains("+     price: 5"))
    }

    @Test("waiting for what does not come fails and says what is running")
    func nothingComes() async {
        let message = await failure { store in
            try store.send(.watch, starts: ["watch"])
            try await store.receive(.note("never"))
        }
        #expect(message.contains("Still running: watch."))
        let idle = await failure { store in try await store.receive(.note("never")) }
        #expect(idle.contains("Nothing, and no work is running."))
    }

    @Test("work that is left running fails and is named")
    func leftRunning() async {
        let message = await failure { store in try store.send(.watch, starts: ["watch"]) }
        #expect(message.contains("no work is left running"))
        #expect(message.contains("Still running: watch."))
    }

    @Test("an error that nobody receives fails, and so does one of another type")
    func unreceivedError() async {
        let message = await failure(patience: Self.forWhatComes) { store in
            try store.send(.burn, starts: ["burn"])
        }
        #expect(message.contains("the error Fire()"))
        let other = await failure { store in
            try store.send(.burn, starts: ["burn"])
            try await store.receiveError(CancellationError.self)
        }
        #expect(other.contains("an error of the type CancellationError comes"))
    }

    @Test("secrets are compared and never shown")
    func secrets() async {
        let message = await failure { store in
            try store.send(.hide(SecretText("opensesame"))) {
                $0.secret = SecretText("abracadabra")
            }
        }
        #expect(message.contains("They differ only in what they do not show"))
        #expect(!message.contains("sesame"))
        #expect(!message.contains("abra"))
    }
}
