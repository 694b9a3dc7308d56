/// Between changes that know of each other, the versions decide which is the later one. Where times decide, a clock
/// that was ahead once must not win for as long as it was ahead.
extension SyncState {
    /// The latest time that a change has to come after; `nil` when times do not matter to it.
    ///
    /// The keys of the vault have the order of their times. When an item is deleted for good, its former values go
    /// by their times, so those that come afterwards need a later one.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) when an item does not open.
    func latest(before change: Change) throws -> HybridTime? {
        switch change {
        case .fields(let id, _):
            guard let item = try items.item(id), !item.erasures.isEmpty else { return nil }
            return item.latest
        case .removal(let id, .purged): return try items.item(id)?.latest
        case .key: return access.latest
        case .removal, .former, .device, .dismissal, .announcement, .slot, .slotRemoval, .snapshot:
            return nil
        }
    }
}

extension ItemState {
    /// The latest time at which it was changed, as far as is known of it.
    fileprivate var latest: HybridTime? {
        let times = fields.values.joined().map(\.stamp.time) + erasures.values.map(\.time)
        return (times + former.filter { !$0.isTold }.map(\.stamp.time)).max()
    }
}

extension AccessState {
    /// When the vault was given a key for the last time.
    fileprivate var latest: HybridTime? { keys.values.compactMap(\.stamp?.time).max() }
}
