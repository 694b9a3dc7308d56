import Testing

@testable import WalletAgentMessages  // The encoding is internal.

@Suite("AgentCalls")
struct AgentCallsTests {
    @Test("each call has a number of its own, and is the one that is read by it")
    func numbers() {
        let codes = AgentCalls.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.sorted() == Array(1...5) + Array(7...54))
    }
}
