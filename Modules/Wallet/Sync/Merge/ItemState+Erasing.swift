import TenonCore
import WalletVault

/// The state is the same in whatever order a deletion for good and what did not know of it arrive.
///
/// What was set before the deletion, by the stamps, is a former value in no order; what was set later, in each.
/// Whether somebody tells of a former value who knows of the deletion, the commit says. Whoever has what goes by
/// that tells of it again, see `Replica.sayUnsaid`.
extension ItemState {
    /// Drops the values that were seen by whoever deleted the item for good, and former values; a mark stays.
    ///
    /// The mark is a value of the presence, removed for good: a change that knew nothing of the deletion
    /// brings the item back, and is seen to do so.
    mutating func erase(_ stamp: Stamp, over seen: VersionVector) {
        for (field, versions) in fields {
            let others = versions.filter { !seen.covers($0.stamp) }
            fields[field] = others.isEmpty ? nil : others
        }
        former.removeAll { $0.isTold || $0.stamp <= stamp || seen.covers($0.stamp) }
        erasures[stamp.device] = max(erasures[stamp.device] ?? stamp, stamp)
        let mark = FieldVersion(value: SecretText("1"), stamp: stamp, removal: .purged)
        fields[.presence] = ((fields[.presence] ?? []) + [mark]).sorted { $0.stamp > $1.stamp }
    }

    /// Whether a value was set after the item was deleted for good for the last time.
    func isAfterErasures(_ stamp: Stamp) -> Bool {
        erasures.values.allSatisfy { $0 < stamp }
    }

    /// Whether somebody who has seen so much knows of every time that the item was deleted for good.
    func hasErasures(_ seen: VersionVector) -> Bool {
        erasures.values.allSatisfy(seen.covers)
    }

    /// Whether another one knows of a deletion that this one does not know of.
    func lacksErasures(of other: ItemState) -> Bool {
        other.erasures.contains { device, stamp in
            erasures[device].map { $0 < stamp } ?? true
        }
    }

    /// The time of the earliest value that somebody told of, when no earlier one is kept.
    var earliestTold: HybridTime? {
        let told = former.filter(\.isTold)
        return told.count == Self.formerLimit ? told.last?.stamp.time : nil
    }
}
