import TenonCore

extension KeePassItem {
    private static let partLabel = "group."
    private static let pictureLabel = "picture."
    /// How many bytes the notes of a group or a picture may have to be kept with each of its entries.
    private static let partLimit = 256 << 10

    /// Keeps what the groups of an entry have beside their names, and the pictures.
    ///
    /// Each item has them, since a vault has no groups; an export writes them once.
    static func keepGroups(of entry: KeePassEntry, in draft: inout ItemDraft) {
        let parts =
            entry.groupParts.map { ("\(partLabel)\($0.depth).\($0.key)", $0.value) }
            + entry.pictures.map { ("\(pictureLabel)\($0.key)", $0.value) }
        guard !parts.isEmpty else { return }
        var room = ItemLimits.room(in: draft.item) / 2
        var isWhole = true
        for (label, value) in parts {
            guard value.count <= min(partLimit, room) else {
                isWhole = false
                continue
            }
            room -= value.count
            draft.keep("keepass.\(label)", value)
        }
        if !isWhole { draft.remarks.append(.groupTooLarge) }
    }

    /// Takes what ``keepGroups(of:in:)`` has kept; returns whether it was that.
    ///
    /// - Parameter name: The label of the field behind `.keepass.`.
    static func takeGroupPart(
        _ name: String, _ value: SecretText, in entry: inout KeePassEntry
    ) -> Bool {
        if name.hasPrefix(pictureLabel) {
            let key = String(name.dropFirst(pictureLabel.count))
            entry.pictures.append(KeePassEntry.Field(key: key, value: value))
            return true
        }
        guard name.hasPrefix(partLabel) else { return false }
        let parts = name.dropFirst(partLabel.count).split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let depth = Int(parts[0]) else { return false }
        entry.groupParts.append(
            KeePassEntry.GroupPart(depth: depth, key: String(parts[1]), value: value))
        return true
    }
}
