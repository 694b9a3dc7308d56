import Synchronization
import TenonCore

extension TestStore {
    func finish(fileID: String, line: Int) async throws {
        let step = TestStep("finish", fileID: fileID, line: line)
        if coverage == .named { return try takeWhatWaits(step) }
        try await wait { !ledger.arrivals.isEmpty || store.unfinishedWork.isEmpty }
        try takeWhatWaits(step)
        let running = store.unfinishedWork
        guard running.isEmpty else {
            throw step.unmet("no work is left running", seen: describe(running: running))
        }
    }

    func take(
        _ apply: () -> Void, _ changes: ((inout Logic.State) throws -> Void)?, _ started: [String],
        _ cancelled: [String], _ step: TestStep
    ) throws {
        ledger.removeFirst()
        try check(changes, ledger.step(apply), started, cancelled, step)
    }

    func check(
        _ changes: ((inout Logic.State) throws -> Void)?, _ effects: Ledger<Logic>.Effects,
        _ started: [String], _ cancelled: [String], _ step: TestStep
    ) throws {
        let wanted = Ledger<Logic>.Effects(started: started, cancelled: cancelled)
        if coverage == .named { return try checkNamed(changes, effects, wanted, step) }
        let (before, actual) = (agreed.withLock(\.self), store.state)
        var expected = before
        try changes?(&expected)
        agreed.withLock { $0 = actual }
        guard expected == actual else {
            throw step.unmet(
                changes == nil ? "the state does not change" : "this state (-), seen (+)",
                seen: ValueDifference.text(expected: expected, actual: actual))
        }
        guard changes == nil || expected != before else {
            throw step.unmet(
                "the state changes as the closure says", seen: "Neither changes anything.")
        }
        guard effects == wanted else {
            throw step.unmet(
                "these effects (-), seen (+)",
                seen: ValueDifference.text(expected: wanted, actual: effects))
        }
    }

    /// Checks that what a step names is so: what a closure sets is set, the work that is named is
    /// started or cancelled.
    private func checkNamed(
        _ changes: ((inout Logic.State) throws -> Void)?, _ effects: Ledger<Logic>.Effects,
        _ wanted: Ledger<Logic>.Effects, _ step: TestStep
    ) throws {
        let actual = store.state
        agreed.withLock { $0 = actual }
        var expected = actual
        try changes?(&expected)
        guard expected == actual else {
            throw step.unmet(
                "this state (-), seen (+)",
                seen: ValueDifference.text(expected: expected, actual: actual))
        }
        guard effects.contain(wanted) else {
            throw step.unmet(
                "at least these effects (-), seen (+)",
                seen: ValueDifference.text(expected: wanted, actual: effects))
        }
    }

    /// Makes sure that nothing waits; with ``TestCoverage/named`` by letting it pass.
    func takeWhatWaits(_ step: TestStep) throws {
        guard coverage == .everything else {
            while let arrival = ledger.arrivals.first { try skip(arrival, step) }
            return
        }
        guard ledger.arrivals.isEmpty else {
            throw step.unmet("all that came before was received", seen: describeArrivals())
        }
    }

    /// Lets something pass that the test does not name; an error never does.
    private func skip(_ arrival: Ledger<Logic>.Arrival, _ step: TestStep) throws {
        switch arrival {
        case .mutation(_, let apply), .action(_, let apply):
            ledger.removeFirst()
            _ = ledger.step(apply)
            agreed.withLock { $0 = store.state }
        case .navigation:
            ledger.removeFirst()
        case .error:
            throw step.unmet("no error comes that is not received", seen: describeArrivals())
        }
    }

    /// What fits a step: from the next thing that comes, or with ``TestCoverage/named`` from the
    /// first that fits.
    func find<Found>(
        _ step: TestStep, _ fits: (Ledger<Logic>.Arrival) -> Found?,
        otherwise problem: (Ledger<Logic>.Arrival) -> TestingError
    ) async throws -> Found {
        while true {
            let arrival = try await next(step)
            if let found = fits(arrival) { return found }
            guard coverage == .named else { throw problem(arrival) }
            try skip(arrival, step)
        }
    }

    func next(_ step: TestStep) async throws -> Ledger<Logic>.Arrival {
        try await wait { !ledger.arrivals.isEmpty }
        guard let arrival = ledger.arrivals.first else {
            throw step.unmet("something comes", seen: describe(running: store.unfinishedWork))
        }
        return arrival
    }

    func wait(until condition: () -> Bool) async throws {
        // Pauses are counted instead of time, so that a slow machine does not use up the patience.
        for _ in 0..<max(1, Int(patience / .milliseconds(1))) {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    func describeArrivals() -> String {
        ledger.arrivals.map { arrival in
            switch arrival {
            case .mutation(let mutation, _): "the mutation \(mutation)"
            case .action(let action, _): "the action \(action)"
            case .navigation(let request): "the navigation \(request)"
            case .error(let error): "the error \(error)"
            }
        }.joined(separator: "\n")
    }

    func describe(running ids: [String]) -> String {
        guard !ids.isEmpty else { return "Nothing, and no work is running." }
        return "Still running: \(ids.joined(separator: ", "))."
    }
}
