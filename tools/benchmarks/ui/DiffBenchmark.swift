import BenchmarkReport
import TenonUI

/// The difference of two lists of rows beside hashing the identity of every row of both once.
enum DiffBenchmark {
    private static let counts = [1000, 10_000, 100_000]
    private static let rounds = 15

    static func run() async throws -> [Figure] {
        var figures: [Figure] = []
        for count in counts {
            let old = rows(0..<count)
            figures.append(try await figure("diff, 3 % edits", old, edited(old)))
            figures.append(try await figure("diff, full shuffle", old, old.shuffled()))
        }
        let old = rows(0..<100_000)
        figures.append(
            try await figure("diff, 10,000 out and in, 2,000 shuffled", old, exchanged(old)))
        return figures
    }

    private static func figure(_ name: String, _ old: [Row], _ new: [Row]) async throws -> Figure {
        var sink = 0
        let (time, hashing) = try await best(of: rounds) { _ in
            sink &+= ListDifference(from: old, to: new).moves.count
        } beside: { _ in
            for row in old { sink &+= row.id.hashValue }
            for row in new { sink &+= row.id.hashValue }
        }
        guard ListDifference(from: old, to: new).apply(to: old, row: { new[$0] }) == new else {
            fatalError("the difference of \(name) does not lead to the new list, \(sink)")
        }
        return Figure(
            name: name, items: old.count, time, yardstick: "hashing every row", hashing, atMost: 6)
    }

    private static func rows(_ numbers: Range<Int>) -> [Row] {
        numbers.map { Row(id: "login:\($0)", title: "Login \($0)", subtitle: "ada@example.org") }
    }

    /// One row in a hundred is gone, one is new and one has another title.
    private static func edited(_ old: [Row]) -> [Row] {
        var new = old
        for number in 0..<old.count / 100 {
            new.remove(at: Int.random(in: new.indices))
            new.insert(
                contentsOf: rows(old.count + number..<old.count + number + 1),
                at: Int.random(in: new.indices))
            new[Int.random(in: new.indices)].title += " (changed)"
        }
        return new
    }

    /// The published case of DifferenceKit's benchmark, with its numbers.
    private static func exchanged(_ old: [Row]) -> [Row] {
        var new = old
        new.removeSubrange(20_000..<30_000)
        new.insert(contentsOf: rows(100_000..<110_000), at: 50_000)
        new.replaceSubrange(0..<2000, with: new[0..<2000].shuffled())
        return new
    }
}
