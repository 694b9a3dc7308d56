import TenonCore
import WalletVault

extension ItemState {
    /// Whether nothing is known but that it was deleted for good.
    package var isErased: Bool {
        fields.count == 1 && fields[.presence] != nil && removal == .purged
    }

    /// Whether it is deleted for good and more is known than that, all of it given within a vector.
    func isErasable(within vector: VersionVector) -> Bool {
        guard removal == .purged, !isErased || !former.isEmpty else { return false }
        return fields.values.joined().allSatisfy { vector.covers($0.stamp) }
    }

    /// Erases all former values, and the values that the author of an erasure knew; a mark stays.
    ///
    /// The mark is a value of the presence, removed for good: a change that knew nothing of the erasure
    /// brings the item back, and is seen to do so.
    mutating func erase(_ stamp: Stamp, over seen: VersionVector) {
        for (field, versions) in fields {
            let others = versions.filter { !seen.covers($0.stamp) }
            fields[field] = others.isEmpty ? nil : others
        }
        former = []
        erasures[stamp.device] = max(erasures[stamp.device] ?? 0, stamp.number)
        let mark = FieldVersion(value: SecretText("1"), stamp: stamp, removal: .purged)
        fields[.presence] = ((fields[.presence] ?? []) + [mark]).sorted { $0.stamp > $1.stamp }
    }

    /// Whether somebody who has seen so much knows of all erasures of the item.
    ///
    /// Only then does a change give former values. So they are the same in whatever order an erasure and
    /// what did not know of it arrive; whoever has what goes says it again, see `Replica.sayUnsaid`.
    func hasErasures(_ seen: VersionVector) -> Bool {
        erasures.allSatisfy { device, number in number <= seen.number(of: device) }
    }

    /// Whether another one has erased the item where this one has not.
    func lacksErasures(of other: ItemState) -> Bool {
        other.erasures.contains { device, number in number > erasures[device] ?? 0 }
    }
}
