import TenonCore
import TenonTesting
import TenonUI
import Testing

/// Navigation, and tests that check only what they name.
@Suite struct TestStoreCoverageTests {
    private let navigation = TestNavigation(at: Location(["kitchen"]))

    private var kitchen: Kitchen { Kitchen(navigator: navigation.navigator) }

    /// What a test that must fail says.
    private func failure(
        _ coverage: TestCoverage = .everything, patience: Duration = .milliseconds(200),
        _ steps: @escaping (TestStore<Kitchen>) async throws -> Void
    ) async -> TestingError? {
        let navigation = TestNavigation(at: Location(["kitchen"]))
        return await #expect(throws: TestingError.self) {
            try await TestStore.run(
                Kitchen(navigator: navigation.navigator), navigation: navigation,
                coverage: coverage,
                patience: patience, steps)
        }
    }

    private func text(_ error: TestingError?) -> String { "\(error?.message ?? "")" }

    // MARK: - Navigation

    @Test("requests to go elsewhere are received in order, outcomes with their values")
    func navigating() async throws {
        try await TestStore.run(kitchen, navigation: navigation) { store in
            try store.send(.leave, starts: ["leave"])
            try await store.receive(navigation: .open(Location(["street"])))
            try await store.receive(navigation: .back)
            try store.send(.serve(2), starts: ["serve"])
            try await store.receive(navigation: .finish(Kitchen.Served(guests: 2)))
        }
        #expect(navigation.requests.count == 3)
    }

    @Test("a request that nobody receives fails at the end, and one that differs fails at once")
    func unreceived() async {
        let atEnd = await failure(patience: .seconds(10)) { store in
            try store.send(.serve(2), starts: ["serve"])
        }
        #expect(text(atEnd).contains("all that came before was received (finish"))
        #expect(text(atEnd).contains("the navigation finish"))
        let other = await failure { store in
            try store.send(.serve(3), starts: ["serve"])
            try await store.receive(navigation: .finish(Kitchen.Served(guests: 2)))
        }
        #expect(text(other).contains("-     guests: 2"))
        #expect(text(other).contains("+     guests: 3"))
        let elsewhere = await failure { store in
            try store.send(.serve(3), starts: ["serve"])
            try await store.receive(navigation: .back)
        }
        #expect(text(elsewhere).contains("this navigation comes next"))
    }

    @Test("a navigation that was expected and does not come fails")
    func missing() async {
        let message = await failure { store in try await store.receive(navigation: .back) }
        #expect(text(message).contains("something comes (receive the navigation back"))
    }

    @Test("outcomes of different types, and of one type with different values, are different")
    func outcomes() {
        struct Plain: SceneOutcome { let name: String }
        typealias Request = TestNavigation.Request
        #expect(Request.finish(Plain(name: "a")) == .finish(Plain(name: "a")))
        #expect(Request.finish(Plain(name: "a")) != .finish(Plain(name: "b")))
        #expect(Request.finish(Plain(name: "a")) != .finish(Kitchen.Served(guests: 1)))
        #expect(Request.finish(Kitchen.Served(guests: 1)) != .finish(Kitchen.Served(guests: 2)))
        #expect(Request.open(Location(["a"])) != .back)
    }

    // MARK: - What is named

    @Test("with less coverage, what is not named passes")
    func named() async throws {
        try await TestStore.run(kitchen, navigation: navigation, coverage: .named) { store in
            try store.send(.watch)
            try store.send(.cook)
            try await store.receive(.note("done")) { $0.note = "done" }
            #expect(store.state.dishes.map(\.name) == ["soup"])
            try store.send(.order("tea")) { $0.dishes[1].price = 3 }
            try store.send(.leave)
            try await store.receive(navigation: .back)
            try store.send(.cook, starts: ["cook"])
        }
    }

    @Test("with less coverage, what is named must be so")
    func namedWrongly() async {
        let state = await failure(.named) { store in
            try store.send(.order("tea")) { $0.note = "tea" }
        }
        #expect(text(state).contains("-   note: \"tea\""))
        let work = await failure(.named) { store in try store.send(.cook, starts: ["bake"]) }
        #expect(text(work).contains("at least these effects"))
        let mutation = await failure(.named) { store in
            try store.send(.cook)
            try await store.receive(.note("burnt"))
        }
        #expect(text(mutation).contains("something comes"))
    }

    @Test("with less coverage, an error that nobody receives fails all the same")
    func namedError() async {
        let error = await failure(.named, patience: .seconds(10)) { store in
            try store.send(.burn)
            try await store.receive(.note("never"))
        }
        #expect(text(error).contains("no error comes that is not received"))
    }

    @Test("a failure knows the line of the step that failed")
    func place() async {
        let line = #line + 2
        let error = await failure { store in
            try store.send(.write("salt"))
        }
        #expect(error?.place?.line == line)
        #expect(error?.place?.fileID.hasSuffix("/TestStoreCoverageTests.swift") == true)
    }
}
