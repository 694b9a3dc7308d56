import TenonCore
import WalletVault

extension VaultSynchronizer {
    /// Writes what is known into the vault, as one transaction, where it is something else.
    func settle() async throws {
        let unsettled = try await replica.unsettledItems()
        var steps: [FollowedItem] = []
        var noted: [ItemID: WrittenItem] = [:]
        // The items of a part lie together, and are opened at once.
        for (part, items) in Dictionary(grouping: unsettled.items, by: \.id.part) {
            let present = try await vault.itemsByID(inPart: part, among: Set(items.map(\.id)))
            for known in items {
                // An item of a kind that this version does not know waits for a newer one.
                guard let state = known.state else { continue }
                guard let found = Found(known.id, in: present) else {
                    note(isBehind: known, in: &noted)
                    continue
                }
                let item = found.item
                var written = known.written
                try check(item?.item, written)
                var values = state.values
                for field in written.withheld { values[field] = item?.item.fields[field] }
                (written.state, written.isBehind) = (hash.state(state), false)
                if state.removal == .purged {
                    (written.fields, written.withheld, written.removal) = ([:], [], .purged)
                    noted[known.id] = written
                    if let item = item?.item {
                        steps.append(
                            FollowedItem(item.id, known: item, content: nil, place: .nowhere))
                    }
                    continue
                }
                guard let content = Item(known.id, values, over: item?.item) else {
                    note(isBehind: known, in: &noted)
                    continue
                }
                noted[known.id] = written
                if let step = Self.step(state, values, item, content) { steps.append(step) }
            }
        }
        let followed = try await vault.follow(steps)
        // As the vault has it, which may be another form of the same.
        for (id, item) in followed.items {
            if let written = noted[id] { noted[id] = self.noted(item, written) }
        }
        let isAlone = await replica.vaultRevision == followed.before
        try await replica.noteSettled(
            unsettled, noted, revision: isAlone ? followed.after : nil)
    }

    /// Remembers that the vault has an item as it was before, and cannot take it as it is.
    private func note(isBehind known: KnownItem, in noted: inout [ItemID: WrittenItem]) {
        guard !known.written.fields.isEmpty, !known.written.isBehind else { return }
        var written = known.written
        written.isBehind = true
        noted[known.id] = written
    }

    /// An item of the vault, if it is there.
    private struct Found {
        let item: ItemWithHistory?

        /// Looks for an item; `nil` when it is there and of a kind that this version does not know.
        init?(_ id: ItemID, in items: [ItemID: ItemWithHistory?]) {
            switch items[id] {
            case .some(let known):
                guard let known else { return nil }
                item = known
            case nil: item = nil
            }
        }
    }

    /// What has to be done to an item in the vault; `nil` when that is nothing.
    private static func step(
        _ state: ItemState, _ values: [ItemField: SecretText], _ found: ItemWithHistory?,
        _ content: Item
    ) -> FollowedItem? {
        let item = found?.item
        let isTrashed = state.removal == .trashed
        let former = state.versions
        let isSame = item?.fields == values && found?.lacking(former).isEmpty == true
        guard !isSame || item?.isTrashed != isTrashed else { return nil }
        return FollowedItem(
            content.id, known: item, content: isSame ? nil : content,
            place: isTrashed ? .trash : .use, former: former)
    }

    /// Makes sure that the item is still what was compared.
    private func check(_ item: Item?, _ written: WrittenItem) throws {
        let isSame =
            item.map { noted($0, written) == written }
            ?? (written.removal == .purged || written.fields.isEmpty)
        guard isSame else { throw Overtaken() }
    }
}

extension ItemState {
    /// The values that were replaced or lost, for the history of the item, the newest first.
    var versions: [ItemVersion] {
        let values = values
        let userNames = timeline(of: .userName)
        var versions: [ItemVersion] = []
        // Further fields that were replaced at once are one version: a history holds few.
        var custom: [Timestamp: (changed: Timestamp, values: [ItemField: SecretText])] = [:]
        let known = Set(fields.keys).union(former.map(\.field))
        for field in known.sorted() where field.isVersioned {
            let timeline = timeline(of: field)
            for (index, moment) in timeline.enumerated()
            where !values.holds(moment.value, of: field) {
                let next = timeline.dropFirst(index + 1).first { $0.value != moment.value }
                // A further field that was only concealed was not replaced.
                if let next, [field: next.value].holds(moment.value, of: field) { continue }
                let replaced = next?.time ?? removal(of: field) ?? moment.time
                if field.customLabel != nil {
                    var version = custom[replaced] ?? (moment.time, [:])
                    version.changed = max(version.changed, moment.time)
                    version.values[field] = moment.value
                    custom[replaced] = version
                    continue
                }
                var version: [ItemField: SecretText] = [field: moment.value]
                if field == .password {
                    let name = userNames.last { $0.time < replaced }?.value
                    version[.userName] = name ?? values[.userName]
                }
                versions.append(
                    ItemVersion(restored: version, changed: moment.time, replaced: replaced))
            }
        }
        versions += custom.map { replaced, version in
            ItemVersion(restored: version.values, changed: version.changed, replaced: replaced)
        }
        return versions.sorted { $0.replaced > $1.replaced }
    }

    /// When a field was removed or emptied, if it was.
    private func removal(of field: ItemField) -> Timestamp? {
        fields[field]?.first { $0.value == nil }?.stamp.time.timestamp
    }

    /// The values that a field has and had, the earliest first.
    private func timeline(of field: ItemField) -> [(value: SecretText, time: Timestamp)] {
        let past = former.filter { $0.field == field }.map { ($0.value, $0.stamp) }
        let present = (fields[field] ?? []).compactMap { version in
            version.value.map { ($0, version.stamp) }
        }
        return (past + present).sorted { $0.1 < $1.1 }.map { ($0.0, $0.1.time.timestamp) }
    }
}
