/// The name that was most likely meant.
public struct NearestName {
    /// The nearest name; `nil` when none is near.
    public let value: String?

    /// Looks for the name with the fewest edits, at most a third of the word's length.
    public init(of word: String, among names: [String]) {
        let limit = max(1, word.count / 3)
        let distances = names.map { (name: $0, distance: Self.distance(word, $0)) }
        let best = distances.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        value =
            best.flatMap { $0.distance <= limit ? $0.name : nil }
            ?? names.filter { $0.hasPrefix(word) }.min()
    }

    /// How many insertions, removals, replacements and swaps of neighbours lead from one to the other.
    ///
    /// The optimal string alignment distance: like Levenshtein's, with swaps.
    static func distance(_ first: String, _ second: String) -> Int {
        let left = Array(first.lowercased())
        let right = Array(second.lowercased())
        var older: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(
                    previous[column + 1] + 1, current[column] + 1,
                    previous[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, older[column - 1] + 1)
                }
                current.append(best)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
