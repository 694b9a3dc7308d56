/// What a commit says about other devices, that was looked at and is not applied yet.
struct SyncNews {
    /// Who made it.
    let author: DeviceID
    /// Its number.
    let number: UInt64
    /// How many commits of the others its author had applied.
    let applied: [DeviceID: UInt64]
    /// Whom it takes out.
    let dismissed: Set<DeviceID>
}

extension SyncNews {
    init(_ content: CommitContent, by author: DeviceID, _ number: UInt64) {
        let dismissed = content.changes.compactMap { change in
            if case .dismissal(let device) = change.change { device } else { nil as DeviceID? }
        }
        self.init(
            author: author, number: number, applied: content.applied.numbers,
            dismissed: Set(dismissed))
    }
}
