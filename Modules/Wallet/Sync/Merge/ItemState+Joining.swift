extension ItemState {
    /// What comes of what two devices know of an item: the same as if one had applied what the other has.
    ///
    /// A value that only one of them has was replaced for the other one, if that had heard of it. This holds
    /// since whoever has a commit has all that its author had seen.
    ///
    /// - Parameters:
    ///   - other: What the other one knows.
    ///   - seen: What this one has of all logs.
    ///   - otherSeen: What the other one has of them.
    func joined(
        _ other: ItemState, seen: VersionVector, _ otherSeen: VersionVector
    ) -> ItemState {
        var joined = ItemState()
        for field in Set(fields.keys).union(other.fields.keys) {
            let (mine, theirs) = (fields[field] ?? [], other.fields[field] ?? [])
            var versions = theirs.filter { version in
                !seen.covers(version.stamp) || mine.contains { $0.stamp == version.stamp }
            }
            for version in mine {
                if let place = versions.firstIndex(where: { $0.stamp == version.stamp }) {
                    versions[place].removal = max(versions[place].removal, version.removal)
                } else if !otherSeen.covers(version.stamp) {
                    versions.append(version)
                }
            }
            guard !versions.isEmpty else { continue }
            joined.fields[field] = versions.sorted { $0.stamp > $1.stamp }
        }
        joined.erasures = erasures.merging(other.erasures) { max($0, $1) }
        for value in former where isKept(value, beside: other, otherSeen) { joined.keep(value) }
        for value in other.former where other.isKept(value, beside: self, seen) {
            joined.keep(value)
        }
        return joined
    }

    /// Whether a former value stays, by all the deletions for good that another one knows of.
    private func isKept(
        _ value: FormerValue, beside other: ItemState, _ otherSeen: VersionVector
    ) -> Bool {
        guard lacksErasures(of: other) else { return true }
        guard !value.isTold, other.isAfterErasures(value.stamp) else { return false }
        // Where a clock is far behind, a deletion drops what is later by its stamp.
        let versions = other.fields[value.field] ?? []
        return !otherSeen.covers(value.stamp)
            || versions.contains { $0.stamp == value.stamp }
            || other.former.contains { known in
                !known.isTold && known.field == value.field && known.value == value.value
            }
    }
}
