import TenonCore
import Testing
import WalletAgentMessages

@testable import WalletAgent  // Other modules see its socket only.

@Suite("StepBatch")
struct StepBatchTests {
    private let part = GatheredSteps(SecretText(String(repeating: "x", count: 100)))

    @Test("all clients share one bound, and what is forgotten makes room")
    func shared() throws {
        let budget = StepBudget(limit: 1000)
        let first = StepBatch(budget)
        let second = StepBatch(budget)
        for _ in 0..<8 { try first.add(part) }
        try second.add(part)
        try second.add(part)
        #expect(throws: AgentError.stepsElsewhere) { try second.add(part) }
        #expect(second.parts.isEmpty && !second.isBegun)
        #expect(first.parts.count == 8)
        first.forget()
        for _ in 0..<10 { try second.add(part) }
    }

    @Test("steps that are too many by themselves say so")
    func tooMany() throws {
        let batch = StepBatch(StepBudget(limit: 1000))
        for _ in 0..<10 { try batch.add(part) }
        #expect(throws: AgentError.tooManySteps) { try batch.add(part) }
    }

    @Test("a batch that goes away gives back what it had")
    func lost() throws {
        let budget = StepBudget(limit: 1000)
        do {
            let batch = StepBatch(budget)
            for _ in 0..<10 { try batch.add(part) }
        }
        #expect(budget.take(1000))
    }
}
