import TenonCore
import WalletVault

extension TimedChange: FieldContent {
    /// What was done; numbers, once given, stay.
    private enum Kind: Int64 {
        case fields = 1
        case former = 2
        case removal = 3
        case device = 4
        case dismissal = 5
        case announcement = 6
        case key = 7
        case slot = 8
        case slotRemoval = 9
        case snapshot = 10
    }

    private enum Tag {
        static let kind = 1
        static let time = 2
        static let subject = 3
        static let detail = 4
    }

    private enum ValueTag {
        static let number = 1
        static let key = 2
        static let value = 3
        static let time = 4
    }

    /// Reads a change.
    ///
    /// What a newer version has written is not passed over: it would be missing here, and in the next snapshot of
    /// this device, without anybody noticing.
    ///
    /// - Throws: ``SyncError``: `syncNewerFormat` for a kind or a field that this version does not know;
    ///   `syncDamaged` for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        guard let first = try reader.next(), first.tag == Tag.kind else { throw SyncError.damaged }
        guard let kind = Kind(rawValue: first.number) else { throw SyncError.newerFormat }
        guard let second = try reader.next(), second.tag == Tag.time else {
            throw SyncError.damaged
        }
        var statement = Statement()
        while let field = try reader.next() {
            switch field.tag {
            case Tag.subject: statement.subject = field.value
            case Tag.detail: statement.details.append(field.value)
            default: throw SyncError.newerFormat
            }
        }
        self.init(
            HybridTime(value: UInt64(bitPattern: second.number)), try statement.change(kind))
    }

    /// Writes the fields of a change.
    func write(to writer: SecretWriter) {
        func begin(_ kind: Kind, _ subject: [UInt8]? = nil) {
            writer.field(Tag.kind, kind.rawValue)
            writer.field(Tag.time, Int64(bitPattern: time.value))
            if let subject { writer.field(Tag.subject) { $0.bytes(subject) } }
        }
        func add(_ write: (SecretWriter) -> Void) { writer.field(Tag.detail, write) }
        switch change {
        case .fields(let item, let fields):
            begin(.fields, ItemCoding.bytes(of: item))
            for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
                add { Self.write(field, value, to: $0) }
            }
        case .former(let item, let values):
            begin(.former, ItemCoding.bytes(of: item))
            for past in values {
                add { inner in
                    Self.write(past.field, past.value, to: inner)
                    inner.field(ValueTag.time, past.time.milliseconds)
                }
            }
        case .removal(let item, let removal):
            begin(.removal, ItemCoding.bytes(of: item))
            add { $0.integer(removal.rawValue) }
        case .device(let device):
            begin(.device)
            add(device.write)
        case .dismissal(let id): begin(.dismissal, id.bytes)
        case .announcement(let publicKey, let keyName):
            begin(.announcement, ItemCoding.bytes(of: keyName))
            add { $0.bytes(publicKey) }
        case .key(let name, let shares):
            begin(.key, ItemCoding.bytes(of: name))
            for (device, sealed) in shares.sorted(by: { $0.key < $1.key }) {
                add { $0.bytes(device.bytes + sealed) }
            }
        case .slot(let name, let slot):
            begin(.slot, ItemCoding.bytes(of: name))
            add(slot.write)
        case .slotRemoval(let name, let id):
            begin(.slotRemoval, ItemCoding.bytes(of: name))
            add { $0.bytes(ItemCoding.bytes(of: id)) }
        case .snapshot(let reference):
            begin(.snapshot)
            add(reference.write)
        }
    }

    private static func write(_ field: ItemField, _ value: SecretText?, to writer: SecretWriter) {
        writer.field(ValueTag.number, Int64(field.number))
        if !field.key.isEmpty { writer.field(ValueTag.key) { $0.bytes(field.key) } }
        if let value { writer.field(ValueTag.value, value) }
    }

    /// What a change is about, and what it says of that.
    private struct Statement {
        var subject = UnsafeRawBufferPointer(start: nil, count: 0)
        var details: [UnsafeRawBufferPointer] = []

        func change(_ kind: Kind) throws -> Change {
            switch kind {
            case .fields:
                let values = try values().map { ($0.field, $0.value) }
                return .fields(try name(subject), Dictionary(values) { $1 })
            case .former:
                let past = try values().map { PastValue($0.field, try sound($0.value), $0.time) }
                return .former(try name(subject), past)
            case .removal:
                let detail = try detail()
                guard let removal = Removal(rawValue: try sound(detail.first)), detail.count == 1
                else { throw SyncError.newerFormat }
                return .removal(try name(subject), removal)
            case .device:
                guard subject.isEmpty else { throw SyncError.newerFormat }
                return .device(try sound(Device(reading: detail())))
            case .dismissal:
                guard details.isEmpty else { throw SyncError.newerFormat }
                return .dismissal(try device(subject))
            case .announcement:
                return .announcement(publicKey: Array(try detail()), keyName: try name(subject))
            case .key:
                let shares = try details.map { try divided($0) }
                    .map { (try device($0.name), $0.rest) }
                return .key(try name(subject), shares: Dictionary(shares) { $1 })
            case .slot:
                return .slot(try name(subject), try sound(SharedSlot(reading: detail())))
            case .slotRemoval: return .slotRemoval(try name(subject), try name(detail()))
            case .snapshot:
                guard subject.isEmpty else { throw SyncError.newerFormat }
                return .snapshot(try SnapshotReference(reading: detail()))
            }
        }

        private func sound<Value>(_ value: Value?) throws -> Value {
            guard let value else { throw SyncError.damaged }
            return value
        }

        private func name(_ bytes: UnsafeRawBufferPointer) throws -> ItemID {
            try sound(ItemCoding.id(bytes))
        }

        private func device(_ bytes: UnsafeRawBufferPointer) throws -> DeviceID {
            try sound(DeviceID(bytes: Array(bytes)))
        }

        /// The only detail.
        private func detail() throws -> UnsafeRawBufferPointer {
            guard details.count <= 1 else { throw SyncError.newerFormat }
            return try sound(details.first)
        }

        /// The name that a detail begins with, and the rest of it.
        private func divided(
            _ detail: UnsafeRawBufferPointer
        ) throws -> (name: UnsafeRawBufferPointer, rest: [UInt8]) {
            let end = ItemCoding.byteCount
            guard detail.count >= end else { throw SyncError.damaged }
            return (UnsafeRawBufferPointer(rebasing: detail[..<end]), Array(detail[end...]))
        }

        /// Parts of an item, at least one, and when each was set as far as that is said.
        private func values() throws -> [(field: ItemField, value: SecretText?, time: Timestamp)] {
            guard !details.isEmpty else { throw SyncError.damaged }
            return try details.map { try value(in: $0) }
        }

        private func value(
            in detail: UnsafeRawBufferPointer
        ) throws -> (field: ItemField, value: SecretText?, time: Timestamp) {
            var reader = FieldReader(detail)
            var number: Int?
            var key: [UInt8] = []
            var value: SecretText?
            var time = Timestamp(milliseconds: 0)
            while let field = try reader.next() {
                switch field.tag {
                case ValueTag.number: number = Int(field.number)
                case ValueTag.key: key = Array(field.value)
                case ValueTag.value: value = field.secret
                case ValueTag.time: time = Timestamp(milliseconds: field.number)
                default: throw SyncError.newerFormat
                }
            }
            return (ItemField(number: try sound(number), key: key), value, time)
        }
    }
}
