package import TenonCore
package import WalletVault

/// All that is known of one item, from all devices.
///
/// It depends only on the set of commits that were applied, which always holds all commits that
/// their authors had seen. Of each field it has every value that nobody who saw it has replaced:
/// one as a rule, more when two people, or one on two machines, changed it at the same time. Moving
/// it to the trash marks the values that its author saw; deleting it for good drops them, and leaves
/// a mark. An item is there as long as one value is not marked; so an edit that a removal did not
/// know of brings the item back.
package struct ItemState: Sendable, Equatable {
    /// How many former values are kept of an item, and how many that somebody told of: the latest ones.
    package static let formerLimit = 60

    /// The values of each field, the latest first.
    package internal(set) var fields: [ItemField: [FieldVersion]] = [:]
    /// Values that were replaced, the latest first.
    package internal(set) var former: [FormerValue] = []
    /// When each device deleted the item for good for the last time: what was set before is no former value,
    /// and of others tells only who knows of that.
    var erasures: [DeviceID: Stamp] = [:]

    /// Makes a state of which nothing is known yet.
    package init() {}

    // MARK: Values

    /// The values of all fields that are not empty.
    package var values: [ItemField: SecretText] {
        fields.compactMapValues { Self.winner(of: $0).value }
    }

    /// How far the item is removed.
    package var removal: Removal {
        fields.values.joined().map(\.removal).min() ?? .none
    }

    /// Whether the item was removed on one device, and is back because another one changed it.
    package var isBack: Bool {
        guard removal == .none, let presence = fields[.presence] else { return false }
        return presence.allSatisfy { $0.removal != .none }
    }

    /// The fields that have several values.
    package var conflicts: [FieldConflict] {
        fields.filter { $0.key.isMeant && $0.value.count > 1 }.compactMap { field, versions in
            let winner = Self.winner(of: versions)
            let losers = versions.filter { version in
                version.value != nil && version.value != winner.value
            }
            return losers.isEmpty
                ? nil : FieldConflict(field: field, winner: winner, losers: losers)
        }.sorted { $0.field < $1.field }
    }

    /// A value wins over an empty field; of several values, the one with the latest stamp wins.
    private static func winner(of versions: [FieldVersion]) -> FieldVersion {
        versions.first { $0.value != nil } ?? versions[0]
    }

    // MARK: Changes

    /// Sets a field; the values that its author saw are replaced.
    mutating func set(
        _ field: ItemField, to value: SecretText?, _ stamp: Stamp, over seen: VersionVector
    ) {
        var versions = fields[field] ?? []
        for version in versions where field.isMeant && seen.covers(version.stamp) {
            guard let old = version.value, isAfterErasures(version.stamp) else { continue }
            keep(FormerValue(field: field, value: old, stamp: version.stamp))
        }
        versions.removeAll { seen.covers($0.stamp) }
        versions.append(FieldVersion(value: value, stamp: stamp))
        fields[field] = versions.sorted { $0.stamp > $1.stamp }
    }

    /// Marks the values that its author saw as removed.
    mutating func remove(_ removal: Removal, over seen: VersionVector) {
        for (field, versions) in fields {
            fields[field] = versions.map { version in
                var version = version
                if seen.covers(version.stamp) { version.removal = max(version.removal, removal) }
                return version
            }
        }
    }

    /// Keeps a former value, once and in order; the oldest of its kind are dropped beyond the limit.
    mutating func keep(_ value: FormerValue) {
        let known = former.firstIndex { known in
            known.isTold == value.isTold && known.field == value.field
                && known.value == value.value
        }
        if let known {
            guard former[known].stamp < value.stamp else { return }
            former.remove(at: known)
        }
        let place = former.firstIndex { known in
            guard known.stamp == value.stamp else { return known.stamp < value.stamp }
            return known.field == value.field
                ? known.isTold && !value.isTold : known.field > value.field
        }
        former.insert(value, at: place ?? former.endIndex)
        guard former.count(where: { $0.isTold == value.isTold }) > Self.formerLimit,
            let last = former.lastIndex(where: { $0.isTold == value.isTold })
        else { return }
        former.remove(at: last)
    }
}
