import Synchronization
public import TenonCore

/// Tests an interactor step by step: every change of state and every effect must be expected.
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
    private static var pause: Duration { .milliseconds(1) }

    private let ledger: Ledger<Logic>
    private let store: Store<WatchedInteractor<Logic>>
    private let patience: Duration
    /// The state that the test has agreed to.
    private let agreed: Mutex<Logic.State>

    private init(_ interactor: Logic, container: Container?, patience: Duration) {
        let ledger = Ledger<Logic>()
        self.ledger = ledger
        self.patience = patience
        store = Store(
            WatchedInteractor(logic: interactor, ledger: ledger),
            hooks: StoreHooks(failed: { ledger.add(.error($0)) }, container: container))
        agreed = Mutex(interactor.initialState)
    }

    /// Runs a test of an interactor, from its initial state.
    ///
    /// - Parameters:
    ///   - interactor: The logic.
    ///   - container: What its work finds in `Environment.current`.
    ///   - patience: How long to wait for what comes by itself before the test fails.
    ///   - isolation: Where the steps run: where the test does.
    ///   - fileID: The file of the test, for the message.
    ///   - line: The line of the test, for the message.
    ///   - body: The steps.
    /// - Throws: ``TestingError`` for the first thing that was not as expected; what `body` throws.
    public static func run(
        _ interactor: Logic, container: Container? = nil, patience: Duration = .seconds(10),
        isolation: isolated (any Actor)? = #isolation,
        fileID: String = #fileID, line: Int = #line,
        _ body: (TestStore) async throws -> Void
    ) async throws {
        let store = TestStore(interactor, container: container, patience: patience)
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
        let place = Place(step: "send \(action)", fileID: fileID, line: line)
        try checkNothingWaits(place)
        let effects = ledger.step { store.send(action) }
        try check(changes, effects, started, cancelled, place)
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
        let place = Place(step: "receive \(mutation)", fileID: fileID, line: line)
        guard case .mutation(let received, let apply) = try await next(place) else {
            throw place.unmet("the mutation comes next", seen: describeArrivals())
        }
        guard received == mutation else {
            throw place.unmet(
                "this mutation comes next",
                seen: ValueDifference.text(expected: mutation, actual: received))
        }
        try take(apply, changes, [], [], place)
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
        let place = Place(step: "receive a mutation", fileID: fileID, line: line)
        guard case .mutation(let mutation, let apply) = try await next(place), matches(mutation)
        else { throw place.unmet("such a mutation comes next", seen: describeArrivals()) }
        try take(apply, changes, [], [], place)
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
        let place = Place(step: "receive the action \(action)", fileID: fileID, line: line)
        guard case .action(let received, let apply) = try await next(place), received == action
        else { throw place.unmet("the action comes next", seen: describeArrivals()) }
        try take(apply, changes, started, cancelled, place)
    }

    /// Waits for an error for which the interactor declares no mutation.
    ///
    /// - Returns: The error.
    /// - Throws: ``TestingError`` when something else comes, or an error of another type.
    @discardableResult
    public func receiveError<Failure: Error>(
        _ type: Failure.Type = Failure.self, fileID: String = #fileID, line: Int = #line
    ) async throws -> Failure {
        let place = Place(step: "receive an error", fileID: fileID, line: line)
        guard case .error(let error) = try await next(place), let failure = error as? Failure
        else { throw place.unmet("an error of the type \(type) comes", seen: describeArrivals()) }
        ledger.removeFirst()
        return failure
    }

    /// Leaves the scene: cancels everything that is running, such as observation without an end.
    ///
    /// - Throws: ``TestingError`` when something that came by itself was not received, or when work
    ///   does not end although it was cancelled.
    public func leave(fileID: String = #fileID, line: Int = #line) async throws {
        let place = Place(step: "leave", fileID: fileID, line: line)
        try checkNothingWaits(place)
        store.cancel()
        try await finish(fileID: fileID, line: line)
    }

    // MARK: - Checks

    private func finish(fileID: String, line: Int) async throws {
        let place = Place(step: "finish", fileID: fileID, line: line)
        try await wait { !ledger.arrivals.isEmpty || store.unfinishedWork.isEmpty }
        try checkNothingWaits(place)
        let running = store.unfinishedWork
        guard running.isEmpty else {
            throw place.unmet("no work is left running", seen: describe(running: running))
        }
    }

    private func take(
        _ apply: () -> Void, _ changes: ((inout Logic.State) throws -> Void)?, _ started: [String],
        _ cancelled: [String], _ place: Place
    ) throws {
        ledger.removeFirst()
        try check(changes, ledger.step(apply), started, cancelled, place)
    }

    private func check(
        _ changes: ((inout Logic.State) throws -> Void)?, _ effects: Ledger<Logic>.Effects,
        _ started: [String], _ cancelled: [String], _ place: Place
    ) throws {
        let (before, actual) = (agreed.withLock(\.self), store.state)
        var expected = before
        try changes?(&expected)
        agreed.withLock { $0 = actual }
        guard expected == actual else {
            throw place.unmet(
                changes == nil ? "the state does not change" : "this state (-), seen (+)",
                seen: ValueDifference.text(expected: expected, actual: actual))
        }
        guard changes == nil || expected != before else {
            throw place.unmet(
                "the state changes as the closure says", seen: "Neither changes anything.")
        }
        let wanted = Ledger<Logic>.Effects(started: started, cancelled: cancelled)
        guard effects == wanted else {
            throw place.unmet(
                "these effects (-), seen (+)",
                seen: ValueDifference.text(expected: wanted, actual: effects))
        }
    }

    private func checkNothingWaits(_ place: Place) throws {
        guard ledger.arrivals.isEmpty else {
            throw place.unmet("all that came before was received", seen: describeArrivals())
        }
    }

    private func next(_ place: Place) async throws -> Ledger<Logic>.Arrival {
        try await wait { !ledger.arrivals.isEmpty }
        guard let arrival = ledger.arrivals.first else {
            throw place.unmet("something comes", seen: describe(running: store.unfinishedWork))
        }
        return arrival
    }

    private func wait(until condition: () -> Bool) async throws {
        // Pauses are counted instead of time, so that a slow machine does not use up the patience.
        for _ in 0..<max(1, Int(patience / Self.pause)) {
            if condition() { return }
            try await Task.sleep(for: Self.pause)
        }
    }

    private func describeArrivals() -> String {
        ledger.arrivals.map { arrival in
            switch arrival {
            case .mutation(let mutation, _): "the mutation \(mutation)"
            case .action(let action, _): "the action \(action)"
            case .error(let error): "the error \(error)"
            }
        }.joined(separator: "\n")
    }

    private func describe(running ids: [String]) -> String {
        guard !ids.isEmpty else { return "Nothing, and no work is running." }
        return "Still running: \(ids.joined(separator: ", "))."
    }
}

/// A step of a test, and where it is.
private struct Place {
    let step: String
    let fileID: String
    let line: Int

    func unmet(_ expectation: String, seen: String) -> TestingError {
        .unmet("\(expectation) (\(step), \(fileID):\(line))", seen: seen)
    }
}
