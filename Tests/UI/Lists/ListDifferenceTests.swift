import TenonUI
import Testing

@Suite struct ListDifferenceTests {
    private struct Item: Identifiable, Equatable {
        let id: String
        var text = ""
    }

    /// Random numbers that are the same in every run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) << 32 ^ state
        }
    }

    private func items(_ text: String) -> [Item] { text.map { Item(id: String($0)) } }

    private func difference(_ old: String, _ new: String) -> ListDifference {
        ListDifference(from: items(old), to: items(new))
    }

    @Test("equal lists have no difference")
    func equal() {
        #expect(difference("", "").isEmpty)
        #expect(difference("abc", "abc").isEmpty)
    }

    @Test("what came and what went is told by its offsets")
    func edits() {
        let change = difference("abcde", "xacye")
        #expect(change.removals == [1, 3])
        #expect(change.insertions == [0, 3])
        #expect(change.moves.isEmpty && change.changes.isEmpty)
        #expect(difference("", "ab").insertions == [0, 1])
        #expect(difference("ab", "").removals == [0, 1])
    }

    @Test("one row that is dragged is one move, in either direction")
    func dragged() {
        let up = difference("abcdefgh", "agbcdefh")
        #expect(up.moves.map(\.old) == [6] && up.moves.map(\.new) == [1])
        let down = difference("abcdefgh", "acdefgbh")
        #expect(down.moves.map(\.old) == [1] && down.moves.map(\.new) == [6])
        #expect(up.removals.isEmpty && up.insertions.isEmpty && up.changes.isEmpty)
    }

    @Test("a row with other content is a change, wherever it is now")
    func changes() {
        var new = items("cab")
        new[0].text = "new"
        new[2].text = "new"
        let change = ListDifference(from: items("abc"), to: new)
        #expect(change.changes.map(\.old) == [2, 1] && change.changes.map(\.new) == [0, 2])
        #expect(change.moves.map(\.old) == [2])
        #expect(change.apply(to: items("abc")) { new[$0] } == new)
    }

    @Test("rows with the same identity are each used once")
    func duplicates() {
        let change = difference("aabab", "baaba")
        #expect(change.removals.isEmpty && change.insertions.isEmpty)
        #expect(difference("aaa", "a").removals.count == 2)
        #expect(difference("a", "aaa").insertions.count == 2)
    }

    @Test("rows whose hashes are all the same are told apart")
    func equalHashes() {
        let (old, new) = (Array("abcdef"), Array("fxbdac"))
        let change = ListDifference(
            oldHashes: old.map { _ in 7 }, newHashes: new.map { _ in 7 },
            isIdentical: { old[$0] == new[$1] }, isEqual: { old[$0] == new[$1] })
        #expect(change.removals == [4] && change.insertions == [1])
        #expect(change.apply(to: old) { new[$0] } == new)
    }

    @Test("the old list and the difference make the new one, with as few moves as there can be")
    func property() {
        var generator = Generator(state: 5)
        for round in 0..<2_000 {
            let isUnique = round % 2 == 0
            let old = list(isUnique, &generator)
            let new = round % 5 == 0 ? old.shuffled(using: &generator) : list(isUnique, &generator)
            let change = ListDifference(from: old, to: new)
            let asked = change.insertions + change.changes.map(\.new)
            var taken: [Int] = []
            let result = change.apply(to: old) { offset in
                taken.append(offset)
                return new[offset]
            }
            #expect(result == new)
            #expect(taken.allSatisfy(asked.contains))
            #expect(change.isEmpty == (old == new))
            #expect(change.removals == change.removals.sorted())
            #expect(change.insertions == change.insertions.sorted())
            guard isUnique else { continue }
            let common = Set(old.map(\.id)).intersection(new.map(\.id))
            #expect(change.removals.count == old.count - common.count)
            #expect(change.insertions.count == new.count - common.count)
            let places = Dictionary(uniqueKeysWithValues: zip(old.map(\.id), old.indices))
            let run = longestAscendingRun(new.compactMap { places[$0.id] })
            #expect(change.moves.count == common.count - run)
        }
    }

    private func list(_ isUnique: Bool, _ generator: inout Generator) -> [Item] {
        let count = Int.random(in: 0...24, using: &generator)
        var names = (0..<count).map { _ in Int.random(in: 0...30, using: &generator) }
        if isUnique { names = Array(Set(names)).sorted().shuffled(using: &generator) }
        return names.map { name in
            Item(id: "\(name)", text: Bool.random(using: &generator) ? "x" : "y")
        }
    }

    /// The length by trying every end, in quadratic time.
    private func longestAscendingRun(_ values: [Int]) -> Int {
        var lengths: [Int] = []
        for (index, value) in values.enumerated() {
            let before = (0..<index).filter { values[$0] < value }.map { lengths[$0] }
            lengths.append((before.max() ?? 0) + 1)
        }
        return lengths.max() ?? 0
    }
}
