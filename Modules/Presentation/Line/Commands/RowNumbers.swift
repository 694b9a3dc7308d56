/// Numbers of rows as they are typed: `1-5,9`.
struct RowNumbers: Equatable {
    /// More than any list has that somebody would name by numbers.
    private static let limit = 100_000

    /// What was typed, in that order.
    let ranges: [ClosedRange<Int>]

    /// Reads numbers and ranges with commas between them; `nil` for anything else, and for so many that
    /// it must be a mistake.
    init?(_ text: String) {
        var ranges: [ClosedRange<Int>] = []
        var count = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(maxSplits: 1, omittingEmptySubsequences: false) {
                "-–".contains($0)
            }
            let numbers = ends.compactMap { end in
                end.allSatisfy { $0.isASCII && $0.isNumber } ? Int(end) : nil
            }
            guard numbers.count == ends.count, let first = numbers.first, let last = numbers.last,
                first > 0, first <= last, last - first < Self.limit
            else { return nil }
            ranges.append(first...last)
            count += last - first + 1
        }
        guard !ranges.isEmpty, count <= Self.limit else { return nil }
        self.ranges = ranges
    }

    /// Whether it is more than a plain number, which chooses what a row does.
    var isSeveral: Bool { ranges.count > 1 || ranges.contains { $0.count > 1 } }

    /// All numbers, in the order in which they were typed.
    var numbers: [Int] { ranges.flatMap(\.self) }
}
