import TenonCore

extension VaultTransaction {
    /// Moves an item to the trash; one that is there already stays as it is.
    func moveToTrash(_ id: ItemID) throws {
        let now = vault.now()
        try update(id) { record in
            guard record.trashed == nil else { return }
            record.trashed = now
            record.trashedAt = TrashStamp(date: now, elapsed: root.time.stamp)
        }
    }

    /// Begins to count the time of an item that was moved to the trash without a stamp, or with one
    /// of an earlier stay there.
    func stampTrash(_ id: ItemID) throws {
        guard try itemBucket(of: id).entry(of: id) != nil else { return }
        try update(id) { record in
            guard let trashed = record.trashed, record.trashStamp == nil else { return }
            record.trashedAt = TrashStamp(date: trashed, elapsed: root.time.stamp)
        }
    }

    /// Deletes an item whose time in the trash is over; another process may have been quicker, with
    /// this or with putting it back.
    func purge(_ id: ItemID) throws {
        guard try itemBucket(of: id).entry(of: id) != nil,
            let stamp = try overview(of: id).record.trashStamp, root.time.isOver(stamp)
        else { return }
        try delete(id)
    }

    /// Writes the time of the vault even when nothing else changes.
    func noteTime() { isChanged = true }
}
