import Glibc
import TenonCore
import Testing

@testable import WalletAudit  // The table is internal.

@Suite("What belongs together by marks that it shares")
struct DuplicateTableTests {
    private let hasher = KeyedHasher()

    private func groups(_ marks: [[String]]) -> [[Int]] {
        var table = DuplicateTable()
        for (place, marks) in marks.enumerated() {
            table.add(place, marks.map { hasher.mark(of: SecretText($0)) })
        }
        return table.groups
    }

    @Test("is never together over another one in between")
    func groups() {
        #expect(groups([["a"], ["b"], ["a", "c"], ["d"], ["c", "e"], []]) == [[0, 2], [2, 4]])
        #expect(
            groups([["a"], ["b"], ["b", "a"], ["x"], ["x", "x"]]) == [[0, 2], [1, 2], [3, 4]])
        #expect(groups([["a"], ["b"], [], ["c", "c"]]) == [])
        #expect(groups([]) == [])
    }

    @Test("is one group where it shares several marks, or some of a group share one more")
    func within() {
        #expect(groups([["a", "b"], ["b", "a"]]) == [[0, 1]])
        #expect(groups([["a", "b"], ["a"], ["b", "a"]]) == [[0, 1, 2]])
    }

    @Test("is found for 100,000 at once in steps that grow with their number")
    func many() {
        let marks = (0..<100_000).map { hasher.mark(of: SecretText("\($0 / 2)")) }
        var table = DuplicateTable()
        let before = Self.workTime()
        for (place, mark) in marks.enumerated() { table.add(place, [mark]) }
        let groups = table.groups
        let time = Self.workTime() - before
        #expect(groups.count == 50_000 && groups.allSatisfy { $0.count == 2 })
        // A comparison of each with each would be 5 × 10⁹ steps.
        #expect(time < .seconds(20), "\(time)")
    }

    /// How long a processor has worked for this thread.
    private static func workTime() -> Duration {
        var time = timespec()
        // Time: what a busy machine does for others is not counted.
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
