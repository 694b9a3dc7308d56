import TenonCore
import TenonSecurity
import WalletVault

extension CommitContent {
    private enum Tag {
        static let seen = 1
        static let stateHash = 2
        static let change = 3
        static let applied = 4
        static let time = 5
    }

    private static let hashCount = 32

    /// Reads the fields of an opened body; those of newer versions are passed over.
    init(reading plain: UnsafeRawBufferPointer) throws {
        guard plain.count >= 4 else { throw SyncError.damaged }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= plain.count - 4 else { throw SyncError.damaged }
        var reader = FieldReader(UnsafeRawBufferPointer(rebasing: plain[4..<(4 + count)]))
        var seen = VersionVector()
        var further = VersionVector()
        var time: Timestamp?
        var stateHash: [UInt8] = []
        var changes: [TimedChange] = []
        while let field = try reader.next() {
            switch field.tag {
            case Tag.seen: guard seen.read(field.value) else { throw SyncError.damaged }
            case Tag.applied: guard further.read(field.value) else { throw SyncError.damaged }
            // As far away as a time can be: a device may have written anything.
            case Tag.time: time = HybridTime(Timestamp(milliseconds: field.number)).timestamp
            case Tag.stateHash: stateHash = Array(field.value)
            case Tag.change:
                if let change = try TimedChange(reading: field.value) { changes.append(change) }
            default: break
            }
        }
        guard let time, stateHash.count == Self.hashCount else { throw SyncError.damaged }
        let applied = VersionVector(seen.positions.merging(further.positions) { $1 })
        self.init(
            seen: seen, applied: applied, at: time, stateHash: stateHash, changes: changes)
    }

    /// Writes the fields of a body.
    func write(to writer: SecretWriter) {
        seen.write(as: Tag.seen, to: writer)
        VersionVector(applied.positions.filter { seen.positions[$0] != $1 })
            .write(as: Tag.applied, to: writer)
        writer.field(Tag.time, time.milliseconds)
        writer.field(Tag.stateHash) { $0.bytes(stateHash) }
        for change in changes { writer.field(Tag.change) { change.write(to: $0) } }
    }
}

extension TimedChange {
    private enum Tag {
        static let time = 1
        static let item = 2
        static let field = 3
        static let removal = 4
        static let publicKey = 5
        static let name = 6
        static let former = 7
        static let dismissed = 8
        static let agreementKey = 9
        static let keyName = 10
        static let share = 11
        static let slot = 12
        static let snapshot = 13
    }

    private enum SlotTag {
        static let id = 1
        static let content = 2
    }

    private enum FieldTag {
        static let number = 1
        static let key = 2
        static let value = 3
        static let time = 4
    }

    /// Reads a change; `nil` for one that only newer versions know.
    init?(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        var time: HybridTime?
        var item: ItemID?
        var fields: [ItemField: SecretText?] = [:]
        var former: [PastValue] = []
        var removal: Removal?
        var publicKey: [UInt8]?
        var name = ""
        var dismissed: DeviceID?
        var agreementKey: [UInt8]?
        var keyName: ItemID?
        var shares: [DeviceID: [UInt8]] = [:]
        var slot: (id: ItemID, content: [UInt8]?)?
        var snapshot: SnapshotReference?
        while let field = try reader.next() {
            switch field.tag {
            case Tag.time: time = HybridTime(value: UInt64(bitPattern: field.number))
            case Tag.item: item = ItemCoding.id(field.value)
            case Tag.field:
                let (name, value, _) = try Self.field(field.value)
                fields[name] = .some(value)
            case Tag.former:
                let (name, value, time) = try Self.field(field.value)
                guard let value else { throw SyncError.damaged }
                former.append(PastValue(name, value, time))
            case Tag.removal: removal = Removal(rawValue: UInt8(clamping: field.number))
            case Tag.publicKey: publicKey = Array(field.value)
            case Tag.name: name = field.text
            case Tag.dismissed:
                guard let device = DeviceID(bytes: Array(field.value)) else {
                    throw SyncError.damaged
                }
                dismissed = device
            case Tag.agreementKey: agreementKey = Array(field.value)
            case Tag.keyName: keyName = ItemCoding.id(field.value)
            case Tag.share:
                let bytes = Array(field.value)
                guard bytes.count > ItemCoding.byteCount,
                    let device = DeviceID(bytes: Array(bytes[..<ItemCoding.byteCount]))
                else { throw SyncError.damaged }
                shares[device] = Array(bytes[ItemCoding.byteCount...])
            case Tag.slot: slot = try Self.slot(field.value)
            case Tag.snapshot: snapshot = try SnapshotReference(reading: field.value)
            default: break
            }
        }
        guard let time else { throw SyncError.damaged }
        if let publicKey {
            guard let device = Device(publicKey: publicKey, name: name) else {
                throw SyncError.damaged
            }
            self.init(time, .device(device))
        } else if let dismissed {
            self.init(time, .dismissal(dismissed))
        } else if let snapshot {
            self.init(time, .snapshot(snapshot))
        } else if let keyName {
            if let agreementKey {
                self.init(time, .announcement(publicKey: agreementKey, keyName: keyName))
            } else if let slot {
                let content = slot.content.map { SharedSlot(id: slot.id, bytes: $0) }
                self.init(
                    time, content.map { .slot(keyName, $0) } ?? .slotRemoval(keyName, slot.id))
            } else {
                self.init(time, .key(keyName, shares: shares))
            }
        } else if let item, let removal {
            self.init(time, .removal(item, removal))
        } else if let item, !fields.isEmpty {
            self.init(time, .fields(item, fields))
        } else if let item, !former.isEmpty {
            self.init(time, .former(item, former))
        } else {
            return nil
        }
    }

    /// Writes the fields of a change.
    func write(to writer: SecretWriter) {
        writer.field(Tag.time, Int64(bitPattern: time.value))
        switch change {
        case .fields(let item, let fields):
            writer.field(Tag.item) { $0.bytes(ItemCoding.bytes(of: item)) }
            for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
                writer.field(Tag.field) { Self.write(field, value, to: $0) }
            }
        case .former(let item, let values):
            writer.field(Tag.item) { $0.bytes(ItemCoding.bytes(of: item)) }
            for past in values {
                writer.field(Tag.former) { inner in
                    Self.write(past.field, past.value, to: inner)
                    inner.field(FieldTag.time, past.time.milliseconds)
                }
            }
        case .removal(let item, let removal):
            writer.field(Tag.item) { $0.bytes(ItemCoding.bytes(of: item)) }
            writer.field(Tag.removal, Int64(removal.rawValue))
        case .device(let device):
            writer.field(Tag.publicKey) { $0.bytes(device.publicKey) }
            writer.field(Tag.name, device.name)
        case .dismissal(let id):
            writer.field(Tag.dismissed) { $0.bytes(id.bytes) }
        case .announcement(let publicKey, let keyName):
            writer.field(Tag.keyName) { $0.bytes(ItemCoding.bytes(of: keyName)) }
            writer.field(Tag.agreementKey) { $0.bytes(publicKey) }
        case .key(let name, let shares):
            writer.field(Tag.keyName) { $0.bytes(ItemCoding.bytes(of: name)) }
            for (device, sealed) in shares.sorted(by: { $0.key < $1.key }) {
                writer.field(Tag.share) { $0.bytes(device.bytes + sealed) }
            }
        case .slot(let name, let slot):
            writer.field(Tag.keyName) { $0.bytes(ItemCoding.bytes(of: name)) }
            writer.field(Tag.slot) { inner in
                inner.field(SlotTag.id) { $0.bytes(ItemCoding.bytes(of: slot.id)) }
                inner.field(SlotTag.content) { $0.bytes(slot.bytes) }
            }
        case .slotRemoval(let name, let id):
            writer.field(Tag.keyName) { $0.bytes(ItemCoding.bytes(of: name)) }
            writer.field(Tag.slot) { inner in
                inner.field(SlotTag.id) { $0.bytes(ItemCoding.bytes(of: id)) }
            }
        case .snapshot(let reference): writer.field(Tag.snapshot, reference.write)
        }
    }

    private static func slot(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (id: ItemID, content: [UInt8]?) {
        var reader = FieldReader(bytes)
        var id: ItemID?
        var content: [UInt8]?
        while let field = try reader.next() {
            switch field.tag {
            case SlotTag.id: id = ItemCoding.id(field.value)
            case SlotTag.content: content = Array(field.value)
            default: break
            }
        }
        guard let id else { throw SyncError.damaged }
        return (id, content)
    }

    private static func write(_ field: ItemField, _ value: SecretText?, to writer: SecretWriter) {
        writer.field(FieldTag.number, Int64(field.number))
        if !field.key.isEmpty { writer.field(FieldTag.key) { $0.bytes(field.key) } }
        if let value { writer.field(FieldTag.value, value) }
    }

    private static func field(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (ItemField, SecretText?, Timestamp) {
        var reader = FieldReader(bytes)
        var number: Int64?
        var key: [UInt8] = []
        var value: SecretText?
        var time = Timestamp(milliseconds: 0)
        while let field = try reader.next() {
            switch field.tag {
            case FieldTag.number: number = field.number
            case FieldTag.key: key = Array(field.value)
            case FieldTag.value: value = field.secret
            case FieldTag.time: time = Timestamp(milliseconds: field.number)
            default: break
            }
        }
        guard let number = number.flatMap({ Int(exactly: $0) }) else { throw SyncError.damaged }
        return (ItemField(number: number, key: key), value, time)
    }
}
