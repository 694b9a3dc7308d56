import TenonCore
import TenonSecurity
import WalletVault

/// What is in a snapshot.
struct SnapshotContent {
    private enum Kind: UInt8 {
        case access = 1
        case item
    }

    private enum Tag {
        static let device = 1
        static let dismissed = 2
        static let vouched = 3
        static let access = 4
        static let admission = 5
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
        for device in state.devices.values.sorted(by: { $0.id < $1.id }) {
            writer.field(Tag.device, device.write)
        }
        func write(_ id: DeviceID, _ stamp: Stamp, as tag: Int) {
            writer.field(tag) { inner in
                inner.bytes(id.bytes)
                stamp.write(to: inner)
            }
        }
        for (admission, stamp) in state.admissions.sorted(by: { $0.value < $1.value }) {
            write(admission.newcomer, stamp, as: Tag.admission)
        }
        for (id, stamp) in state.dismissed.sorted(by: { $0.key < $1.key }) {
            write(id, stamp, as: Tag.dismissed)
        }
        for (id, number) in vouched.sorted(by: { $0.key < $1.key }) {
            writer.field(Tag.vouched) { inner in
                inner.bytes(id.bytes)
                inner.bytes(number.bigEndianBytes)
            }
        }
        if !state.access.isEmpty { writer.field(Tag.access, state.access.write) }
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
        case .access: try readAccess(rest)
        case .item:
            let head = ItemCoding.byteCount
            guard rest.count >= head,
                let id = ItemCoding.id(UnsafeRawBufferPointer(rebasing: rest[..<head]))
            else { throw SyncError.damaged }
            state.items[id] = try ItemState(
                reading: UnsafeRawBufferPointer(rebasing: rest[head...]))
        }
    }

    private mutating func readAccess(_ bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.device:
                guard let device = Device(reading: field.value) else { throw SyncError.damaged }
                state.devices[device.id] = device
            case Tag.admission, Tag.dismissed:
                let (id, rest) = try Self.device(field.value)
                guard let stamp = Stamp(reading: rest) else { throw SyncError.damaged }
                if field.tag == Tag.admission {
                    state.admissions[Admission(newcomer: id, author: stamp.device)] = stamp
                } else {
                    state.dismissed[id] = stamp
                }
            case Tag.vouched:
                let (id, rest) = try Self.device(field.value)
                guard rest.count == 8 else { throw SyncError.damaged }
                vouched[id] = UInt64(bigEndianBytes: rest)
            case Tag.access: state.access = try AccessState(reading: field.value)
            default: throw SyncError.newerFormat
            }
        }
    }

    private static func device(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (DeviceID, UnsafeRawBufferPointer) {
        let end = ItemCoding.byteCount
        guard bytes.count >= end, let id = DeviceID(bytes: Array(bytes[..<end])) else {
            throw SyncError.damaged
        }
        return (id, UnsafeRawBufferPointer(rebasing: bytes[end...]))
    }
}
