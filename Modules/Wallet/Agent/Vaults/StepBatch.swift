import Synchronization
import TenonCore
import WalletAgentMessages

/// How many bytes of steps the agent keeps for all clients together.
final class StepBudget: Sendable {
    /// As many as there may be.
    let limit: Int
    private let used = Mutex(0)

    /// - Parameter limit: In bytes; the standard is enough for some hundred thousand items.
    init(limit: Int = 512 << 20) { self.limit = limit }

    /// Takes some bytes; `false` when too few are left.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard used + count <= limit else { return false }
            used += count
            return true
        }
    }

    /// Gives bytes back.
    func give(_ count: Int) { used.withLock { $0 -= count } }
}

/// Steps of one client that wait for their commit.
final class StepBatch: Sendable {
    private struct State {
        var parts: [GatheredSteps] = []
        var size = 0
        var isBegun = false
    }

    private let budget: StepBudget
    private let state = Mutex(State())

    init(_ budget: StepBudget) { self.budget = budget }

    deinit { forget() }

    /// Whether the client has begun a batch that is not written yet.
    var isBegun: Bool { state.withLock(\.isBegun) }

    /// All steps so far.
    var parts: [GatheredSteps] { state.withLock(\.parts) }

    /// Adds steps.
    ///
    /// - Throws: `AgentError` when they are too many, alone or with those of other clients; then all
    ///   steps of this client are forgotten.
    func add(_ part: GatheredSteps) throws {
        try state.withLock { state in
            guard budget.take(part.bytes.count) else {
                let isAlone = state.size + part.bytes.count > budget.limit
                reset(&state)
                throw isAlone ? AgentError.tooManySteps : AgentError.stepsElsewhere
            }
            state.parts.append(part)
            state.size += part.bytes.count
            state.isBegun = true
        }
    }

    /// Forgets all steps.
    func forget() { state.withLock { reset(&$0) } }

    private func reset(_ state: inout State) {
        budget.give(state.size)
        state = State()
    }
}
