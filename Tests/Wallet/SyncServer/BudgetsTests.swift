import Testing

@testable import WalletSyncServer  // Nobody can send as many requests as it takes to fill its memory.

@Suite("The budgets of machines and addresses")
struct BudgetsTests {
    @Test("are spent, and earned again as time passes")
    func earning() {
        var budgets = Budgets<String>(2, in: 60_000)
        let times: [(owner: String, time: Int64)] = [
            ("a", 0), ("a", 0), ("a", 0), ("b", 0), ("a", 30_000), ("a", 30_000),
        ]
        let waits = times.map { budgets.take(from: $0.owner, at: $0.time) }
        #expect(waits == [nil, nil, 31, nil, nil, 31] as [Int?])
    }

    @Test("of those that go on are not forgotten, however many others come")
    func crowd() {
        var budgets = Budgets<Int>(1, in: 60_000, remembering: 10)
        let first = budgets.take(from: 0, at: 0)
        #expect(first == nil)
        for other in 1...100 {
            let waits = [other, 0].map { budgets.take(from: $0, at: 0) }
            #expect(waits == [nil, 61] as [Int?])
        }
    }
}
