import TenonCore
import TenonSecurity
import WalletVault

/// What is in a snapshot.
struct SnapshotContent {
    private enum Kind: UInt8 {
        case access = 1
        case item
    }

    /// All but the items.
    private struct Access: FieldRecord {
        /// Its fields; one with others is from a newer version.
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(list: 1, \Self.devices), RecordField(admissions: 5, \Self.admissions),
            RecordField(entries: 2, \Self.dismissed), RecordField(entries: 3, \Self.vouched),
            RecordField(optional: 4, \Self.access), unknown: .refused(SyncError.newerFormat),
            damage: SyncError.damaged
        ) { Access(devices: $0, admissions: $1, dismissed: $2, vouched: $3, access: $4) }

        let devices: [Device]
        let admissions: [Admission: Stamp]
        let dismissed: [DeviceID: Stamp]
        let vouched: [DeviceID: UInt64]
        let access: AccessState?
    }

    /// What all devices that knew as much agree on.
    var state: SyncState.Step
    /// How many commits of each device others had applied.
    var vouched: [DeviceID: UInt64] = [:]

    /// Writes all but the items.
    static func write(
        _ state: SyncState, vouched: [DeviceID: UInt64], to writer: SecretWriter
    ) {
        writer.integer(Kind.access.rawValue)
        Access(
            devices: state.devices.values.sorted { $0.id < $1.id }, admissions: state.admissions,
            dismissed: state.dismissed, vouched: vouched,
            access: state.access.isEmpty ? nil : state.access
        ).write(to: writer)
    }

    /// Writes an item.
    static func write(_ item: ItemState, _ id: ItemID, to writer: SecretWriter) {
        writer.integer(Kind.item.rawValue)
        writer.bytes(ItemCoding.bytes(of: id))
        item.write(to: writer)
    }

    /// Takes a record in; one of a kind that only newer versions know is passed over.
    ///
    /// - Throws: ``SyncError``: `syncNewerFormat` when a newer version has added something to a record of a known
    ///   kind; `syncDamaged` or `syncLocalState` when it is something else.
    mutating func read(_ record: UnsafeRawBufferPointer) throws {
        guard let kind = record.first.flatMap(Kind.init) else { return }
        let rest = UnsafeRawBufferPointer(rebasing: record.dropFirst())
        switch kind {
        case .access: take(try Access(reading: rest))
        case .item:
            let head = ItemCoding.byteCount
            guard rest.count >= head,
                let id = ItemCoding.id(UnsafeRawBufferPointer(rebasing: rest[..<head]))
            else { throw SyncError.damaged }
            state.items[id] = try ItemState(
                reading: UnsafeRawBufferPointer(rebasing: rest[head...]))
        }
    }

    private mutating func take(_ access: Access) {
        for device in access.devices { state.devices[device.id] = device }
        state.admissions.merge(access.admissions) { $1 }
        state.dismissed.merge(access.dismissed) { $1 }
        vouched.merge(access.vouched) { $1 }
        state.access = access.access ?? state.access
    }
}
