import TenonCore

extension VaultTransaction {
    /// Changes an item as one of many; one that is gone is passed over, as somebody else was quicker.
    func apply(_ change: ItemChange, to id: ItemID) throws {
        guard try itemBucket(of: id).entry(of: id) != nil else { return }
        switch change {
        case .trash: try moveToTrash(id)
        case .restore: try update(id) { $0.trashed = nil }
        case .delete: try delete(id)
        case .favorite(let isFavorite): try edit(id) { $0.isFavorite = isFavorite }
        case .addTag(let tag): try edit(id) { if !$0.tags.contains(tag) { $0.tags.append(tag) } }
        case .removeTag(let tag): try edit(id) { $0.tags.removeAll { $0 == tag } }
        }
    }

    /// Saves an item with another head, unless it is the same.
    private func edit(_ id: ItemID, _ body: (inout ItemHead) -> Void) throws {
        let overview = try overview(of: id)
        let details = try vault.details(of: id, overview, connection)
        var item = try Item(
            id, overview.record, details, revision: overview.prelude.contentRevision)
        let before = item.head
        body(&item.head)
        if item.head != before { try save(item) }
    }
}
