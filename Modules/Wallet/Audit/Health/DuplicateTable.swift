/// Puts together what shares a mark, and nothing beyond: who shares one mark with a second, and another one
/// with a third, does not make these two the same.
struct DuplicateTable {
    private var first: [SecretMark: Int] = [:]
    private var several: [SecretMark: [Int]] = [:]

    /// Says which marks one has; places come in their order.
    mutating func add(_ place: Int, _ marks: [SecretMark]) {
        for mark in marks {
            guard let other = first[mark] else {
                first[mark] = place
                continue
            }
            guard (several[mark]?.last ?? other) != place else { continue }
            several[mark, default: [other]].append(place)
        }
    }

    /// The places that share a mark, by the first one of each group; what is within another group is left
    /// out.
    var groups: [[Int]] {
        var groups: [[Int]] = []
        var members: [Set<Int>] = []
        // The larger ones first, so that what is in them is seen.
        var containing: [Int: [Int]] = [:]
        for group in several.values.sorted(by: { ($1.count, $0[0]) < ($0.count, $1[0]) }) {
            let isWithin = (containing[group[0]] ?? []).contains { place in
                members[place].isSuperset(of: group)
            }
            guard !isWithin else { continue }
            for place in group { containing[place, default: []].append(groups.count) }
            groups.append(group)
            members.append(Set(group))
        }
        return groups.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
