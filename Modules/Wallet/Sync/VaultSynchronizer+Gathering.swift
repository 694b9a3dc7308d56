import TenonCore
import WalletVault

extension VaultSynchronizer {
    /// Turns what was changed in the vault into commits.
    func gather() async throws {
        let lineage = try await vault.lineage()
        let isMeeting = await replica.isMeeting(lineage)
        let last = isMeeting ? 0 : await replica.vaultRevision
        guard lineage.revision != last else { return }
        let vector = await replica.vector
        var gathering = Gathering(seen: isMeeting ? VersionVector() : await replica.settled)
        let parts = try await vault.changedParts(after: last)
        let there = isMeeting ? [:] : await replica.itemIDs(inParts: Set(parts))
        for part in parts {
            let items = try await vault.itemsByID(inPart: part)
            for known in try await replica.known(items.keys) {
                guard let found = items[known.id] ?? nil else { continue }
                let old = isMeeting ? WrittenItem() : known.written
                let new = noted(found.item, old)
                if new != old { gathering.note(found, known.state, since: old, new) }
                gathering.remember(found, known.state)
            }
            let gone = (there[part] ?? []).filter { items[$0] == nil }
            for known in try await replica.known(gone) { gathering.note(gone: known) }
        }
        // Another file may have taken the place of the vault meanwhile.
        guard try await vault.lineage().incarnation == lineage.incarnation else {
            throw Overtaken()
        }
        try await replica.commit(gathering.unrelated, over: VersionVector())
        try await replica.commit(gathering.compared, over: vector)
        try await replica.commit(gathering.edits, over: gathering.seen)
        // Nobody has to have seen anything for them; only who knows of deletions for good is heard.
        try await replica.commit(gathering.past, over: nil)
        try await replica.noteTaken(gathering.written, of: lineage, isMeeting: isMeeting)
    }
}

/// What was changed in a vault, and what whoever did it had seen.
struct Gathering {
    /// How far the logs were when all of them was in the vault.
    let seen: VersionVector
    /// Changes of items that were there, by somebody who had seen that much.
    private(set) var edits: [DatedChange] = []
    /// Values that nobody knew, and changes of items that the vault could not take as they are, given without
    /// having seen anything.
    private(set) var unrelated: [DatedChange] = []
    /// Values that were compared with all that is known, and are later.
    private(set) var compared: [DatedChange] = []
    /// Former values that nobody else knows.
    private(set) var past: [DatedChange] = []
    /// What is in the vault.
    private(set) var written: [ItemID: WrittenItem] = [:]
    /// Items that were deleted for good elsewhere, and come back by what was changed here.
    private var returned: Set<ItemID> = []

    init(seen: VersionVector) { self.seen = seen }

    /// Takes an item that is not what it was.
    mutating func note(
        _ found: ItemWithHistory, _ state: ItemState?, since old: WrittenItem, _ new: WrittenItem
    ) {
        written[found.item.id] = new
        // An item that was deleted for good here, and is there again, was made anew by somebody who knew it.
        if old.fields.isEmpty, old.removal != .purged {
            let meeting = Meeting(found, state, without: new.withheld)
            unrelated += meeting.unrelated
            compared += meeting.compared
            if !meeting.isNothing { returned.insert(found.item.id) }
        } else {
            let changes = changes(of: found.item, since: old, new, state)
            if old.isBehind { unrelated += changes } else { edits += changes }
            if !changes.isEmpty { returned.insert(found.item.id) }
        }
    }

    /// Takes an item that is no longer there.
    mutating func note(gone known: KnownItem) {
        guard !known.written.fields.isEmpty, known.written.removal != .purged else { return }
        var old = known.written
        old.removal = .purged
        old.fields = [:]
        old.withheld = []
        written[known.id] = old
        if known.state?.removal != .purged {
            let removal = DatedChange(change: .removal(known.id, .purged))
            if old.isBehind { unrelated.append(removal) } else { edits.append(removal) }
        }
    }

    /// Takes former values that nobody else knows: from before it was set up, or between two exchanges.
    mutating func remember(_ found: ItemWithHistory, _ state: ItemState?) {
        if state?.removal == .purged, !returned.contains(found.item.id) { return }
        let present = found.item.fields
        let earliest = state?.earliestTold
        var values: [PastValue] = []
        for version in found.history {
            let isDated = version.changed.milliseconds != 0
            let time = isDated ? version.changed : version.replaced
            for (field, value) in version.values.sorted(by: { $0.key < $1.key }) {
                guard !value.isEmpty, !present.holds(value, of: field),
                    Replica.isSendable(field, value),
                    state?.knows(value, of: field) != true,
                    !values.contains(where: { $0.field == field && $0.value == value })
                else { continue }
                if let earliest, HybridTime(time) <= earliest { continue }
                values.append(PastValue(field, value, time))
            }
        }
        guard !values.isEmpty else { return }
        past.append(DatedChange(change: .former(found.item.id, values)))
    }

    /// What a person changed; what is known already is not a change.
    private func changes(
        of item: Item, since old: WrittenItem, _ new: WrittenItem, _ state: ItemState?
    ) -> [DatedChange] {
        let values = item.fields
        var fields: [ItemField: SecretText?] = [:]
        for field in Set(old.fields.keys).union(new.fields.keys)
        where old.fields[field] != new.fields[field] && !new.withheld.contains(field)
            && !isKnown(values[field], of: field, state)
        {
            fields[field] = .some(values[field])
        }
        let removal = state?.removal ?? .none
        if new.removal == .none, old.removal != .none, removal != .none {
            fields[.presence] = values[.presence]
        }
        if state?.removal == .purged, !fields.isEmpty {
            // It comes back whole: nobody else knows the rest any more.
            for (field, value) in values
            where field != .presence && !new.withheld.contains(field) {
                fields[field] = .some(value)
            }
        }
        var changes: [DatedChange] =
            fields.isEmpty ? [] : [DatedChange(change: .fields(item.id, fields))]
        if new.removal == .trashed, old.removal == .none, removal == .none {
            changes.append(DatedChange(change: .removal(item.id, .trashed)))
        }
        return changes
    }

    /// Whether a value counts already, or was taken from here before the process ended.
    private func isKnown(_ value: SecretText?, of field: ItemField, _ state: ItemState?) -> Bool {
        let versions = state?.fields[field] ?? []
        return state?.values[field] == value
            || versions.contains { $0.value == value && !seen.covers($0.stamp) }
    }
}

extension ItemState {
    /// Whether a field has a value on any device, or had it.
    func knows(_ value: SecretText, of field: ItemField) -> Bool {
        (fields[field] ?? []).contains { $0.value == value } || isFormer(value, of: field)
    }

    /// Whether a field had a value that was replaced.
    func isFormer(_ value: SecretText, of field: ItemField) -> Bool {
        former.contains { $0.field == field && $0.value == value }
    }
}
