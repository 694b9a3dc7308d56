import TenonCore
import TenonSecurity
import WalletVault

extension CommitContent {
    private enum Tag {
        static let seen = 1
        static let stateHash = 2
        static let change = 3
    }

    private static let hashCount = 32
    private static let positionCount = 16 + 8 + hashCount

    /// Reads the fields of an opened body; those of newer versions are passed over.
    init(reading plain: UnsafeRawBufferPointer) throws {
        guard plain.count >= 4 else { throw SyncError.damaged }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= plain.count - 4 else { throw SyncError.damaged }
        var reader = FieldReader(UnsafeRawBufferPointer(rebasing: plain[4..<(4 + count)]))
        var seen = VersionVector()
        var stateHash: [UInt8] = []
        var changes: [TimedChange] = []
        while let field = try reader.next() {
            switch field.tag {
            case Tag.seen:
                let bytes = Array(field.value)
                guard bytes.count == Self.positionCount,
                    let device = DeviceID(bytes: Array(bytes[..<16])),
                    seen.positions[device] == nil
                else { throw SyncError.damaged }
                seen.positions[device] = LogPosition(
                    number: bytes[16..<24].reduce(0) { $0 << 8 | UInt64($1) },
                    hash: Array(bytes[24...]))
            case Tag.stateHash: stateHash = Array(field.value)
            case Tag.change:
                if let change = try TimedChange(reading: field.value) { changes.append(change) }
            default: break
            }
        }
        guard stateHash.count == Self.hashCount else { throw SyncError.damaged }
        self.init(seen: seen, stateHash: stateHash, changes: changes)
    }

    /// Writes the fields of a body.
    func write(to writer: SecretWriter) {
        for (device, position) in seen.positions.sorted(by: { $0.key < $1.key }) {
            writer.field(Tag.seen) { inner in
                inner.bytes(device.bytes)
                inner.integer(position.number.byteSwapped)
                inner.bytes(position.hash)
            }
        }
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
    }

    private enum FieldTag {
        static let number = 1
        static let key = 2
        static let value = 3
    }

    /// Reads a change; `nil` for one that only newer versions know.
    init?(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        var time: HybridTime?
        var item: ItemID?
        var fields: [ItemField: SecretText?] = [:]
        var removal: Removal?
        var publicKey: [UInt8]?
        var name = ""
        while let field = try reader.next() {
            switch field.tag {
            case Tag.time: time = HybridTime(value: UInt64(bitPattern: field.number))
            case Tag.item: item = ItemCoding.id(field.value)
            case Tag.field:
                let (name, value) = try Self.field(field.value)
                fields[name] = .some(value)
            case Tag.removal: removal = Removal(rawValue: UInt8(clamping: field.number))
            case Tag.publicKey: publicKey = Array(field.value)
            case Tag.name: name = field.text
            default: break
            }
        }
        guard let time else { throw SyncError.damaged }
        if let publicKey {
            guard let device = Device(publicKey: publicKey, name: name) else {
                throw SyncError.damaged
            }
            self.init(time, .device(device))
        } else if let item, let removal {
            self.init(time, .removal(item, removal))
        } else if let item, !fields.isEmpty {
            self.init(time, .fields(item, fields))
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
                writer.field(Tag.field) { inner in
                    inner.field(FieldTag.number, Int64(field.number))
                    if !field.key.isEmpty {
                        inner.field(FieldTag.key) { $0.bytes(field.key) }
                    }
                    if let value { inner.field(FieldTag.value, value) }
                }
            }
        case .removal(let item, let removal):
            writer.field(Tag.item) { $0.bytes(ItemCoding.bytes(of: item)) }
            writer.field(Tag.removal, Int64(removal.rawValue))
        case .device(let device):
            writer.field(Tag.publicKey) { $0.bytes(device.publicKey) }
            writer.field(Tag.name, device.name)
        }
    }

    private static func field(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (ItemField, SecretText?) {
        var reader = FieldReader(bytes)
        var number: Int64?
        var key: [UInt8] = []
        var value: SecretText?
        while let field = try reader.next() {
            switch field.tag {
            case FieldTag.number: number = field.number
            case FieldTag.key: key = Array(field.value)
            case FieldTag.value: value = field.secret
            default: break
            }
        }
        guard let number = number.flatMap({ Int(exactly: $0) }) else { throw SyncError.damaged }
        return (ItemField(number: number, key: key), value)
    }
}
