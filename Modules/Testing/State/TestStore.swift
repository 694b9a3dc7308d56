import Synchronization
public import TenonCore

/// Tests an interactor step by step: every change of state, every effect and every request to go
/// elsewhere must be expected, unless the test wants less (``TestCoverage``).
///
/// ```swift
/// try await TestStore.run(Search()) { store in
///     try store.send(.type("a"), starts: ["search"]) { $0.text = "a" }
///     try await store.receive(.found(["apple"])) { $0.rows = ["apple"] }
/// }
/// ```
///
/// Events from work over time or from outside the scene wait until the test receives it: the steps
/// of a test are the same in every run. When the test ends, nothing may wait and no work may be
/// running. Everything else throws ``TestingError``, with the place in the test, what was expected,
/// and how it differs from what was seen.
public final class TestStore<Logic: Interactor>: Sendable {
    let ledger: Ledger<Logic>
    let store: Store<WatchedInteractor<Logic>>
    let coverage: TestCoverage
    let patience: Duration
    /// The state that the test has agreed to.
    let agreed: Mutex<Logic.State>

    private init(
        _ interactor: Logic, container: Container?, navigation: TestNavigation?,
        coverage: TestCoverage, patience: Duration
    ) {
        let ledger = Ledger<Logic>()
        self.ledger = ledger
        self.coverage = coverage
        self.patience = patience
        store = Store(
            WatchedInteractor(logic: interactor, ledger: ledger),
            hooks: StoreHooks(failed: { ledger.add(.error($0)) }, container: container))
        agreed = Mutex(interactor.initialState)
        navigation?.forward { ledger.add(.navigation($0)) }
    }

    /// Runs a test of an interactor, from its initial state.
    ///
    /// - Parameters:
    ///   - interactor: The logic.
    ///   - container: What its work finds in `Environment.current`.
    ///   - navigation: Where its requests to go elsewhere come from; each must be received.
    ///   - coverage: Whether everything must be expected, or only what is named is checked.
    ///   - patience: How long to wait for what comes by itself before the test fails.
    ///   - isolation: Where the steps run: where the test does.
    ///   - fileID: The file of the test, for the message.
    ///   - line: The line of the test, for the message.
    ///   - body: The steps.
    /// - Throws: ``TestingError`` for the first thing that was not as expected; what `body` throws.
    public static func run(
        _ interactor: Logic, container: Container? = nil, navigation: TestNavigation? = nil,
        coverage: TestCoverage = .everything, patience: Duration = .seconds(10),
        isolation: isolated (any Actor)? = #isolation,
        fileID: String = #fileID, line: Int = #line,
        _ body: (TestStore) async throws -> Void
    ) async throws {
        let store = TestStore(
            interactor, container: container, navigation: navigation, coverage: coverage,
            patience: patience)
        defer { store.store.cancel() }
        try await body(store)
        try await store.finish(fileID: fileID, line: line)
    }

    /// The present state.
    public var state: Logic.State { store.state }

    /// Sends an action and checks all that it leads to at once.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - started: The identities of the work that it asks for, in order.
    ///   - cancelled: The identities of the work that it cancels, in order.
    ///   - fileID: The file of the step, for the message.
    ///   - line: The line of the step, for the message.
    ///   - changes: Makes the state before into the state afterwards; `nil` when nothing changes.
    /// - Throws: ``TestingError``, also when something that came by itself was not received yet.
    public func send(
        _ action: Logic.Action, starts started: [String] = [], cancels cancelled: [String] = [],
        fileID: String = #fileID, line: Int = #line,
        _ changes: ((inout Logic.State) throws -> Void)? = nil
    ) throws {
        let step = TestStep("send \(action)", fileID: fileID, line: line)
        try takeWhatWaits(step)
        let effects = ledger.step { store.send(action) }
        try check(changes, effects, started, cancelled, step)
    }

    /// Waits for a mutation that comes by itself and checks what it changes.
    ///
    /// - Parameters:
    ///   - mutation: The mutation that comes next.
    ///   - fileID: The file of the step, for the message.
    ///   - line: The line of the step, for the message.
    ///   - changes: Makes the state before into the state afterwards; `nil` when nothing changes.
    /// - Throws: ``TestingError``.
    public func receive(
        _ mutation: Logic.Mutation, fileID: String = #fileID, line: Int = #line,
        _ changes: ((inout Logic.State) throws -> Void)? = nil
    ) async throws where Logic.Mutation: Equatable {
        let step = TestStep("receive \(mutation)", fileID: fileID, line: line)
        let apply = try await find(step) { arrival -> (@Sendable () -> Void)? in
            if case .mutation(mutation, let apply) = arrival { apply } else { nil }
        } otherwise: { arrival in
            guard case .mutation(let received, _) = arrival else {
                return step.unmet("the mutation comes next", seen: describeArrivals())
            }
            return step.unmet(
                "this mutation comes next",
                seen: ValueDifference.text(expected: mutation, actual: received))
        }
        try take(apply, changes, [], [], step)
    }

    /// Waits for a mutation that comes by itself and fulfils a condition, and checks what it changes.
    ///
    /// - Parameters:
    ///   - matches: Whether it is the one that should come next.
    ///   - fileID: The file of the step, for the message.
    ///   - line: The line of the step, for the message.
    ///   - changes: Makes the state before into the state afterwards; `nil` when nothing changes.
    /// - Throws: ``TestingError``.
    public func receive(
        where matches: (Logic.Mutation) -> Bool, fileID: String = #fileID, line: Int = #line,
        _ changes: ((inout Logic.State) throws -> Void)? = nil
    ) async throws {
        let step = TestStep("receive a mutation", fileID: fileID, line: line)
        let apply = try await find(step) { arrival -> (@Sendable () -> Void)? in
            guard case .mutation(let mutation, let apply) = arrival, matches(mutation) else {
                return nil
            }
            return apply
        } otherwise: { _ in
            step.unmet("such a mutation comes next", seen: describeArrivals())
        }
        try take(apply, changes, [], [], step)
    }

    /// Waits for an action that comes from outside the scene and checks all that it leads to at once.
    ///
    /// - Parameters:
    ///   - action: The action that comes next.
    ///   - started: The identities of the work that it asks for, in order.
    ///   - cancelled: The identities of the work that it cancels, in order.
    ///   - fileID: The file of the step, for the message.
    ///   - line: The line of the step, for the message.
    ///   - changes: Makes the state before into the state afterwards; `nil` when nothing changes.
    /// - Throws: ``TestingError``.
    public func receive(
        action: Logic.Action, starts started: [String] = [], cancels cancelled: [String] = [],
        fileID: String = #fileID, line: Int = #line,
        _ changes: ((inout Logic.State) throws -> Void)? = nil
    ) async throws where Logic.Action: Equatable {
        let step = TestStep("receive the action \(action)", fileID: fileID, line: line)
        let apply = try await find(step) { arrival -> (@Sendable () -> Void)? in
            if case .action(action, let apply) = arrival { apply } else { nil }
        } otherwise: { _ in
            step.unmet("the action comes next", seen: describeArrivals())
        }
        try take(apply, changes, started, cancelled, step)
    }

    /// Waits for an error for which the interactor declares no mutation.
    ///
    /// - Returns: The error.
    /// - Throws: ``TestingError`` when something else comes, or an error of another type.
    @discardableResult
    public func receiveError<Failure: Error>(
        _ type: Failure.Type = Failure.self, fileID: String = #fileID, line: Int = #line
    ) async throws -> Failure {
        let step = TestStep("receive an error", fileID: fileID, line: line)
        let failure = try await find(step) { arrival in
            if case .error(let error) = arrival { error as? Failure } else { nil }
        } otherwise: { _ in
            step.unmet("an error of the type \(type) comes", seen: describeArrivals())
        }
        ledger.removeFirst()
        return failure
    }

    /// Waits for a request to go elsewhere, made with the navigator of the ``TestNavigation``.
    ///
    /// - Throws: ``TestingError`` when something else comes.
    public func receive(
        navigation request: TestNavigation.Request, fileID: String = #fileID, line: Int = #line
    ) async throws {
        let step = TestStep("receive the navigation \(request)", fileID: fileID, line: line)
        try await find(step) { arrival in
            if case .navigation(request) = arrival { () } else { nil }
        } otherwise: { arrival in
            guard case .navigation(let received) = arrival else {
                return step.unmet("the navigation comes next", seen: describeArrivals())
            }
            return step.unmet(
                "this navigation comes next",
                seen: ValueDifference.text(expected: request, actual: received))
        }
        ledger.removeFirst()
    }

    /// Leaves the scene: cancels everything that is running, such as observation without an end.
    ///
    /// - Throws: ``TestingError`` when something that came by itself was not received, or when work
    ///   does not end although it was cancelled.
    public func leave(fileID: String = #fileID, line: Int = #line) async throws {
        let step = TestStep("leave", fileID: fileID, line: line)
        try takeWhatWaits(step)
        store.cancel()
        try await finish(fileID: fileID, line: line)
    }
}
