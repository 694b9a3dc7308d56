import TenonCore
import Testing

@Suite struct FlowTests {
    /// The notes that a store takes when its actions are what is made of a stream of numbers.
    private func notes(
        of numbers: [Int], count: Int, _ make: @escaping @Sendable (Flow<Int>) -> Flow<String>
    ) async -> [String] {
        let stream = AsyncStream { continuation in
            numbers.forEach { continuation.yield($0) }
            continuation.finish()
        }
        var counter = Counter()
        counter.actions = { $0.merge(with: make(Flow(stream)).map { .note($0) }) }
        let store = Store(counter)
        while store.state.notes.count < count { await Task.yield() }
        return store.state.notes
    }

    @Test("elements of a sequence come in order, changed by map")
    func map() async {
        let result = await notes(of: [1, 2, 3], count: 3) { $0.map { "<\($0)>" } }
        #expect(result == ["<1>", "<2>", "<3>"])
    }

    @Test("filter keeps what fulfils its condition, compactMap what is not nil")
    func filter() async {
        let odd = await notes(of: Array(1...9), count: 5) { flow in
            flow.filter { $0 % 2 == 1 }.map(String.init)
        }
        #expect(odd == ["1", "3", "5", "7", "9"])
        let even = await notes(of: Array(1...9), count: 4) { flow in
            flow.compactMap { $0 % 2 == 0 ? "\($0)" : nil }
        }
        #expect(even == ["2", "4", "6", "8"])
    }

    @Test("merging delivers what comes from both, each in its order")
    func merge() async {
        let other = AsyncStream { continuation in
            (10...12).forEach { continuation.yield($0) }
            continuation.finish()
        }
        let result = await notes(of: [1, 2, 3], count: 6) { flow in
            flow.merge(with: Flow(other)).map(String.init)
        }
        #expect(result.filter { $0.count == 1 } == ["1", "2", "3"])
        #expect(result.filter { $0.count == 2 } == ["10", "11", "12"])
    }
}
