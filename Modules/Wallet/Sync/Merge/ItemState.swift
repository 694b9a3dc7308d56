package import TenonCore
package import WalletVault

/// All that is known of one item, from all devices.
///
/// It depends only on the set of commits that were applied, which always holds all commits that
/// their authors had seen. Of each field it has every value that nobody who saw it has replaced:
/// one as a rule, more when two people, or one on two machines, changed it at the same time. A
/// removal marks the values that its author saw. An item is there as long as one value is not
/// marked; so an edit that a removal did not know of brings the whole item back.
package struct ItemState: Sendable, Equatable {
    /// How many former values are kept of an item: the latest ones.
    package static let formerLimit = 60

    /// The values of each field, the latest first.
    package internal(set) var fields: [ItemField: [FieldVersion]] = [:]
    /// Values that were replaced, the latest first.
    package internal(set) var former: [FormerValue] = []
    /// The last commit of each device that erased the item: what nobody knew who had seen them is no former
    /// value.
    var erasures: [DeviceID: UInt64] = [:]

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
        let isKept = field.isMeant && hasErasures(seen)
        for version in versions where seen.covers(version.stamp) {
            guard isKept, let old = version.value else { continue }
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

    /// Keeps a former value, once and in order; the oldest are dropped beyond the limit.
    mutating func keep(_ value: FormerValue) {
        let known = former.firstIndex { $0.field == value.field && $0.value == value.value }
        if let known {
            guard former[known].stamp < value.stamp else { return }
            former.remove(at: known)
        }
        let place = former.firstIndex { known in
            known.stamp == value.stamp
                ? known.field > value.field : known.stamp < value.stamp
        }
        former.insert(value, at: place ?? former.endIndex)
        if former.count > Self.formerLimit { former.removeLast() }
    }
}
