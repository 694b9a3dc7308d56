import SeededRandom
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletSync  // What devices agree on, and what comes of changes, is internal.

@Suite("Deletions for good among other changes, in whatever order they arrive")
struct ErasureOrderTests {
    /// A commit, as far as the state depends on it.
    private struct Commit {
        let author: DeviceID
        let number: UInt64
        let seen: VersionVector
        let changes: [TimedChange]
    }

    /// What a device has of all commits.
    private struct Place {
        var state: SyncState
        var vector = VersionVector()

        func isReady(for commit: Commit) -> Bool {
            commit.number == vector.number(of: commit.author) + 1 && vector.covers(commit.seen)
        }

        mutating func apply(_ commit: Commit) throws {
            let step = try state.applying(
                commit.changes, by: commit.author, commit.number, seen: commit.seen)
            state.adopt(step, try state.items.sealed(step.items))
            vector.positions[commit.author] = LogPosition(number: commit.number, hash: [])
        }
    }

    private static let fields: [ItemField] = [.presence, .title, .password, .custom("PIN", 0)]

    private let key = HMACSHA256(key: SecretBytes.random(count: 32))
    private let sealer: RowSealer
    private let authors: [DeviceID]
    private let item = ItemID()

    init() throws {
        sealer = try RowSealer()
        authors = try (1...3).map { number in
            try #require(DeviceID(bytes: [UInt8](repeating: UInt8(number), count: 16)))
        }
    }

    /// Few values, so that the same one is given again and again, with earlier and with later times.
    private func change(_ random: inout RandomNumbers, at time: UInt64) -> Change {
        func value() -> SecretText { SecretText("value \(Int.random(in: 0..<8, using: &random))") }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
            let field = Self.fields.randomElement(using: &random) ?? .title
            let text: SecretText? = Bool.random(using: &random) ? value() : nil
            return .fields(item, [field: text])
        case 5..<7:
            let isMany = Int.random(in: 0..<4, using: &random) == 0
            return .former(
                item,
                (0..<(isMany ? 70 : 2)).map { number in
                    let time = Int64.random(in: 0...Int64(time) + 20, using: &random)
                    let text = isMany ? SecretText("\(time) \(number)") : value()
                    return PastValue(
                        .password, text, Timestamp(milliseconds: time * 100 + Int64(number)))
                })
        case 7: return .removal(item, .trashed)
        default: return .removal(item, .purged)
        }
    }

    /// Commits of all authors, each of which has heard of some of the others, and seen some of that.
    ///
    /// - Parameter areRight: Whether clocks are right; if not, each may be far ahead for a while.
    private func history(
        _ random: inout RandomNumbers, areRight: Bool
    ) throws -> (commits: [Commit], places: [Place]) {
        var ahead = authors.map { _ in UInt64(0) }
        var places = authors.map { _ in Place(state: SyncState(key: key, sealedBy: sealer)) }
        var settled = authors.map { _ in VersionVector() }
        var commits: [Commit] = []
        for time in 1...60 as ClosedRange<UInt64> {
            let index = Int.random(in: authors.indices, using: &random)
            for commit in commits.shuffled(using: &random) where places[index].isReady(for: commit)
            {
                try places[index].apply(commit)
            }
            if Bool.random(using: &random) { settled[index] = places[index].vector }
            let isUnseen = Int.random(in: 0..<4, using: &random) == 0
            var seen = isUnseen ? settled[index] : places[index].vector
            seen.positions[authors[index]] = nil
            if !areRight, Int.random(in: 0..<6, using: &random) == 0 {
                ahead[index] = [0, 0, 40, 100].randomElement(using: &random) ?? 0
            }
            let change = change(&random, at: time)
            let own = HybridTime(value: (time + ahead[index]) << 16)
            let earliest = try places[index].state.latest(before: change)?.next ?? own
            let commit = Commit(
                author: authors[index],
                number: places[index].vector.number(of: authors[index]) + 1, seen: seen,
                changes: [TimedChange(max(own, earliest), change)])
            commits.append(commit)
            try places[index].apply(commit)
        }
        return (commits, places)
    }

    @Test(
        "All come to the same state, with the same former values, whatever the clocks said",
        arguments: 1...40 as ClosedRange<UInt64>, [true, false])
    func anyOrder(seed: UInt64, areRight: Bool) throws {
        var random = RandomNumbers(seed: seed)
        let (commits, places) = try history(&random, areRight: areRight)
        let states = try places.map { place in
            var place = place
            var rest = commits.shuffled(using: &random)
            while let index = rest.firstIndex(where: { place.isReady(for: $0) })
                ?? (rest.isEmpty ? nil : rest.indices.first)
            {
                let commit = rest.remove(at: index)
                if place.isReady(for: commit) { try place.apply(commit) }
            }
            #expect(
                authors.allSatisfy { id in
                    place.vector.number(of: id) == commits.filter { $0.author == id }.map(\.number)
                        .max() ?? 0
                })
            return place.state
        }
        for state in states.dropFirst() {
            #expect(state.hash == states[0].hash)
            #expect(try state.items.item(item) == states[0].items.item(item))
        }
    }

    @Test(
        "Whoever takes a snapshot over comes to what all commits come to",
        arguments: 1...40 as ClosedRange<UInt64>, [true, false])
    func snapshots(seed: UInt64, areRight: Bool) throws {
        var random = RandomNumbers(seed: seed)
        let (commits, places) = try history(&random, areRight: areRight)
        for mine in places {
            for theirs in places {
                var snapshot = mine.state.unchanged
                snapshot.items = try theirs.state.items.item(item).map { [item: $0] } ?? [:]
                var joined = mine.state
                let step = try joined.joining(snapshot, seen: mine.vector, theirs.vector)
                joined.adopt(step, try joined.items.sealed(step.items))
                var applied = mine
                var isProgress = true
                while isProgress {
                    isProgress = false
                    for commit in commits
                    where commit.number <= theirs.vector.number(of: commit.author)
                        && applied.isReady(for: commit)
                    {
                        try applied.apply(commit)
                        isProgress = true
                    }
                }
                #expect(joined.hash == applied.state.hash)
                #expect(try joined.items.item(item) == applied.state.items.item(item))
            }
        }
    }
}
