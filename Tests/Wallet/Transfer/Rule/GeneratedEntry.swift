import TenonCore
import TestSupport

/// An entry of a generated file, as neutral as the formats allow.
struct GeneratedEntry: Hashable {
    /// A password that an entry once had, and since when it was valid.
    struct Former: Hashable {
        let password: String
        let seconds: Int64
    }

    /// Which of the independent cases it belongs to.
    let number: Int
    let title: String
    let host: String
    let userName: String
    let password: String
    /// When the password changed, if the file says so, in seconds.
    var seconds: Int64?
    /// The name that the other program gives to it, if the format has such names.
    var id: String?
    /// What it was before, the oldest first, if the format keeps that.
    var former: [Former] = []

    /// A number of up to twelve digits that follows from what the entry is, not from where it stands.
    var stableNumber: Int {
        "\(title) \(host) \(userName) \(password) \(seconds ?? 0)".utf8
            .reduce(7) { ($0 * 31 + Int($1)) % 999_999_999_937 }
    }

    /// All passwords that must not be lost.
    var passwords: [String] {
        (former.map(\.password) + [password]).filter { !$0.isEmpty }
    }
}

/// Makes entries with few different parts, so that they have much in common.
struct EntryGenerator {
    static let firstSecond: Int64 = 1_400_000_000
    private static let step: Int64 = 10_000_000

    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Whether something happens that happens once in so many times.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    /// The entries that one file has of a case: none, one or several.
    ///
    /// - Parameter isPlain: Whether there is one at most, and only one account.
    mutating func entries(
        of number: Int, in format: GeneratedFormat, isPlain: Bool
    ) -> [GeneratedEntry] {
        let count = isPlain ? 1 : [0, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 1
        var ids = Set<String>()
        return (0..<count).map { _ in
            var entry = GeneratedEntry(
                number: number,
                title: isPlain || !once(in: 3) ? "c\(number)" : "c\(number) work",
                host: isPlain || !once(in: 4)
                    ? "c\(number).example"
                    : ["www", "mail"].randomElement(using: &random).map {
                        "\($0).c\(number).example"
                    }
                        ?? "",
                userName: isPlain || !once(in: 5) ? "ada" : "bob", password: password(number))
            if format.canDate, format.mustDate || !once(in: 3) { entry.seconds = seconds() }
            if format.hasNames {
                // A name says who an entry is: two in one file never have the same.
                var id = isPlain ? 0 : Int.random(in: 0..<3, using: &random)
                while !ids.insert("\(number)-\(id)").inserted { id += 1 }
                entry.id = "\(number)-\(id)"
            }
            if format.keepsHistory, !isPlain, once(in: 4) {
                let count = once(in: 30) ? 30 : Int.random(in: 1...3, using: &random)
                entry.former = (0..<count).map { index in
                    GeneratedEntry.Former(
                        password: count > 3 ? "p\(number)-old\(index)" : password(number),
                        seconds: Self.firstSecond + Int64(index))
                }
            }
            return entry
        }
    }

    private mutating func password(_ number: Int) -> String {
        "p\(number)-\(Int.random(in: 0..<5, using: &random))"
    }

    private mutating func seconds() -> Int64 {
        Self.firstSecond + Self.step * Int64.random(in: 1...6, using: &random)
    }
}
