import TenonCore

/// Finds what occurs several times, by keyed hashes.
struct EqualGroups {
    private var places: [SecretMark: Int32] = [:]
    private var groups: [(count: Int, number: Int)] = []

    /// Counts one of a kind, and tells its place: that of the first one, or a new one at the end.
    mutating func add(_ mark: SecretMark) -> (place: Int32, isNew: Bool) {
        if let place = places[mark] {
            groups[Int(place)].count += 1
            return (place, false)
        }
        let place = Int32(groups.count)
        places[mark] = place
        groups.append((1, 0))
        return (place, true)
    }

    /// The group at a place, if it is there several times; numbers are given in the order of asking.
    mutating func group(at place: Int32, next: inout Int) -> AuditedItem.Group? {
        guard groups[Int(place)].count > 1 else { return nil }
        if groups[Int(place)].number == 0 {
            next += 1
            groups[Int(place)].number = next
        }
        let (count, number) = groups[Int(place)]
        return AuditedItem.Group(number: number, count: count)
    }
}
