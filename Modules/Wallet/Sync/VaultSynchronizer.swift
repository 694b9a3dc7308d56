import TenonCore
import TenonSecurity
package import WalletVault

/// Brings a vault and what other devices know together.
///
/// What a person changed is found by comparing the vault with what it was when both were last brought
/// together; so a change is as durable as the vault's own write, and neither lost nor taken twice
/// wherever the process ends.
package actor VaultSynchronizer {
    let vault: VaultManager
    let replica: Replica
    private let hash: ValueHash

    /// How often it tries again when a person changes items meanwhile.
    private static let patience = 5

    /// Takes an unlocked vault and what this machine knows of the other devices.
    package init(_ vault: VaultManager, _ replica: Replica) {
        self.vault = vault
        self.replica = replica
        hash = ValueHash(key: replica.sums)
    }

    /// Gives the changes of the vault to others, and takes theirs.
    ///
    /// - Throws: ``SyncError``, `VaultError`, or an error of the remote or of the store; then it is
    ///   as if it had not been tried, or stopped in between: the next time goes on.
    package func synchronize(with remote: any SyncRemote) async throws -> SyncReport {
        let revision = try await vault.revision()
        let last = await replica.lastVaultRevision
        guard last <= revision else { throw SyncError.olderVault }
        var report = SyncReport()
        // A vault that was there before is compared with what others have, not set against it.
        if last == 0 { report = try await replica.synchronize(with: remote) }
        try await gather()
        report.add(try await replica.synchronize(with: remote))
        for attempt in 0..<Self.patience {
            do {
                try await settle()
                break
            } catch  where Self.isRace(error) && attempt + 1 < Self.patience {
                try await gather()
            }
        }
        try await replica.noteVaultRevision(try await vault.revision())
        return report
    }

    /// A person changed an item between reading and writing it.
    private struct Overtaken: Error {}

    private static func isRace(_ error: any Error) -> Bool {
        error is Overtaken || (error as? VaultError)?.code == .vaultConflict
    }

    // MARK: From the vault

    /// Turns what was changed in the vault into commits.
    private func gather() async throws {
        var changes: [Change] = []
        var dates: [ItemID: Timestamp] = [:]
        var written: [ItemID: WrittenItem] = [:]
        var present: Set<ItemID> = []
        for part in 0..<VaultManager.partCount {
            for (id, item) in try await vault.everyItem(inPart: part) {
                present.insert(id)
                guard let item else { continue }
                let old = try await replica.written(id) ?? WrittenItem()
                let state = await replica.item(id)
                let new = noted(item, old)
                guard new != old else { continue }
                written[id] = new
                if old == WrittenItem() { dates[id] = item.changed }
                changes += self.changes(of: item, since: old, new, state)
            }
        }
        for id in await replica.itemIDs.subtracting(present) {
            guard var old = try await replica.written(id), old.removal != .purged else { continue }
            old.removal = .purged
            old.fields = [:]
            written[id] = old
            if await replica.item(id)?.removal != .purged { changes.append(.removal(id, .purged)) }
        }
        try await replica.commit(changes, dates: dates)
        try await replica.note(written)
    }

    private func noted(_ item: Item, _ old: WrittenItem) -> WrittenItem {
        var new = old
        new.fields = hash.fields(item.fields)
        new.removal = item.isTrashed ? .trashed : .none
        return new
    }

    /// What a person changed; what is known already is no change.
    private func changes(
        of item: Item, since old: WrittenItem, _ new: WrittenItem, _ state: ItemState?
    ) -> [Change] {
        let values = item.fields
        let known = state?.values ?? [:]
        var fields: [ItemField: SecretText?] = [:]
        for field in Set(old.fields.keys).union(new.fields.keys)
        where old.fields[field] != new.fields[field] && values[field] != known[field] {
            // When both meet for the first time, the later one counts.
            if old == WrittenItem(), let there = state?.fields[field]?.first,
                there.stamp.time.timestamp >= item.changed
            {
                continue
            }
            fields[field] = .some(values[field])
        }
        let removal = state?.removal ?? .none
        if new.removal == .none, old.removal != .none, removal != .none {
            fields[.presence] = values[.presence]
        }
        var changes: [Change] = fields.isEmpty ? [] : [.fields(item.id, fields)]
        if new.removal == .trashed, old.removal == .none, removal == .none {
            changes.append(.removal(item.id, .trashed))
        }
        return changes
    }

    // MARK: Into the vault

    /// Writes what is known into the vault, as one transaction, where it is something else.
    private func settle() async throws {
        var steps: [FollowedItem] = []
        var noted: [ItemID: WrittenItem] = [:]
        for id in await replica.itemIDs {
            guard let state = await replica.item(id) else { continue }
            var written = try await replica.written(id) ?? WrittenItem()
            let digest = hash.state(state)
            guard written.state != digest else { continue }
            let item = try await present(id)
            try check(item, written)
            // An item of a kind that this version does not know waits for a newer one.
            guard let content = Item(id, state.values, over: item) else { continue }
            written.state = digest
            if state.removal == .purged { (written.fields, written.removal) = ([:], .purged) }
            noted[id] = written
            if let step = step(state, item, content) { steps.append(step) }
        }
        try await vault.follow(steps)
        for step in steps where step.place != .nowhere {
            // As the vault has it now, which may be another form of the same.
            let item = try await vault.item(step.id)
            if let written = noted[step.id] { noted[step.id] = self.noted(item, written) }
        }
        try await replica.note(noted)
    }

    /// What has to be done to an item in the vault; `nil` when that is nothing.
    private func step(_ state: ItemState, _ item: Item?, _ content: Item) -> FollowedItem? {
        guard state.removal != .purged else {
            return item.map { FollowedItem($0.id, known: $0, content: nil, place: .nowhere) }
        }
        let isTrashed = state.removal == .trashed
        let former = former(state)
        // The value that won may be the one of this machine; the others go to the history all the same.
        let isSame = item?.fields == state.values && former.isEmpty
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

    private func present(_ id: ItemID) async throws -> Item? {
        do {
            return try await vault.item(id)
        } catch let error as VaultError where error.code == .vaultNoSuchItem {
            return nil
        }
    }

    /// The values that lost, for the history of the item.
    private func former(_ state: ItemState) -> [ItemVersion] {
        state.conflicts.flatMap { conflict in
            conflict.losers.compactMap { loser in
                guard let part = conflict.field.versioned, let value = loser.value else {
                    return nil
                }
                var values: [VersionedField: SecretText] = [part: value]
                if part == .password { values[.userName] = state.values[.userName] }
                return ItemVersion(
                    restored: values, changed: loser.stamp.time.timestamp,
                    replaced: conflict.winner.stamp.time.timestamp)
            }
        }
    }
}
