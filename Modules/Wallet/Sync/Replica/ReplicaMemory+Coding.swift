import TenonSecurity
import WalletVault

extension ReplicaMemory {
    // A number that is left out had another meaning once.
    private enum Tag {
        static let secretKey = 1
        static let name = 2
        static let clock = 3
        static let device = 4
        static let stateHash = 7
        static let sent = 8
        static let vaultRevision = 9
        static let incarnation = 10
        static let settled = 11
        static let withheld = 12
        static let dismissed = 13
        static let owesAnswer = 16
        static let access = 17
        static let learned = 18
        static let settledKey = 19
        static let settledSlot = 20
        static let replacesPassphrases = 21
        static let snapshots = 22
        static let unsaid = 23
        static let admission = 24
        static let owedFile = 28
        static let known = 29
    }

    /// Reads what ``write(to:)`` wrote.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        // These two never change, and come first.
        guard let key = try reader.next(), key.tag == Tag.secretKey,
            let name = try reader.next(), name.tag == Tag.name
        else { throw SyncError.localState() }
        self.init(
            keys: try Ed25519.KeyPair(secretKey: SecretBytes(copying: key.value)), name: name.text)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.clock:
                clock = HybridClock(last: HybridTime(value: UInt64(bitPattern: field.number)))
            case Tag.device:
                guard let device = Device(reading: field.value) else {
                    throw SyncError.localState()
                }
                devices.append(device)
            case Tag.known:
                let (id, rest) = try Self.device(field.value)
                known[id] = try KnownDevice(reading: rest)
            case Tag.settled:
                guard settled.read(field.value) else { throw SyncError.localState() }
            case Tag.incarnation: incarnation = Array(field.value)
            case Tag.withheld:
                guard let id = ItemCoding.id(field.value) else { throw SyncError.localState() }
                withheld.insert(id)
            case Tag.stateHash: stateHash = Array(field.value)
            case Tag.sent: sent = UInt64(bitPattern: field.number)
            case Tag.vaultRevision: vaultRevision = field.number
            case Tag.admission, Tag.dismissed:
                let (id, rest) = try Self.device(field.value)
                guard let stamp = Stamp(reading: rest) else { throw SyncError.localState() }
                if field.tag == Tag.admission {
                    admissions[Admission(newcomer: id, author: stamp.device)] = stamp
                } else {
                    dismissed[id] = stamp
                }
            case Tag.owesAnswer: owesAnswer = field.number != 0
            case Tag.access: access = try AccessState(reading: field.value)
            case Tag.learned: learned.append(SecretBytes(copying: field.value))
            case Tag.settledKey: settledKey = ItemCoding.id(field.value)
            case Tag.settledSlot:
                guard let id = ItemCoding.id(field.value) else { throw SyncError.localState() }
                settledSlots.insert(id)
            case Tag.replacesPassphrases: replacesPassphrases = field.number != 0
            case Tag.snapshots: snapshots = try SnapshotMemory(reading: field.value)
            case Tag.unsaid: unsaid.append(try TimedChange(reading: field.value))
            case Tag.owedFile:
                let (file, rest) = (
                    field.value.prefix(ItemCoding.byteCount),
                    field.value.dropFirst(ItemCoding.byteCount)
                )
                guard let file = ItemCoding.id(UnsafeRawBufferPointer(rebasing: file)),
                    let item = ItemCoding.id(UnsafeRawBufferPointer(rebasing: rest))
                else { throw SyncError.localState() }
                owedFiles[file] = item
            default: throw SyncError.newerFormat
            }
        }
    }

    /// The device that a field begins with, and the rest of it.
    private static func device(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (DeviceID, UnsafeRawBufferPointer) {
        let end = ItemCoding.byteCount
        guard bytes.count >= end, let id = DeviceID(bytes: Array(bytes[..<end])) else {
            throw SyncError.localState()
        }
        return (id, UnsafeRawBufferPointer(rebasing: bytes[end...]))
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        keys.secretKey.withBytes { writer.field(Tag.secretKey, $0) }
        writer.field(Tag.name, name)
        writer.field(Tag.clock, Int64(bitPattern: clock.last.value))
        for device in devices { writer.field(Tag.device, device.write) }
        settled.write(as: Tag.settled, to: writer)
        writer.field(Tag.incarnation) { $0.bytes(incarnation) }
        for id in withheld { writer.field(Tag.withheld) { $0.bytes(ItemCoding.bytes(of: id)) } }
        writer.field(Tag.stateHash) { $0.bytes(stateHash) }
        writer.field(Tag.sent, Int64(bitPattern: sent))
        writer.field(Tag.vaultRevision, vaultRevision)
        func write(_ id: DeviceID, as tag: Int, _ rest: (SecretWriter) -> Void) {
            writer.field(tag) { inner in
                inner.bytes(id.bytes)
                rest(inner)
            }
        }
        for (id, device) in known { write(id, as: Tag.known, device.write) }
        for (admission, stamp) in admissions {
            write(admission.newcomer, as: Tag.admission, stamp.write)
        }
        for (id, stamp) in dismissed { write(id, as: Tag.dismissed, stamp.write) }
        writer.field(Tag.owesAnswer, owesAnswer ? 1 : 0)
        if !access.isEmpty { writer.field(Tag.access, access.write) }
        for key in learned { key.withBytes { writer.field(Tag.learned, $0) } }
        if let settledKey {
            writer.field(Tag.settledKey) { $0.bytes(ItemCoding.bytes(of: settledKey)) }
        }
        for id in settledSlots {
            writer.field(Tag.settledSlot) { $0.bytes(ItemCoding.bytes(of: id)) }
        }
        if replacesPassphrases { writer.field(Tag.replacesPassphrases, 1) }
        writer.field(Tag.snapshots, snapshots.write)
        for change in unsaid { writer.field(Tag.unsaid, change.write) }
        for (file, item) in owedFiles {
            writer.field(Tag.owedFile) { inner in
                inner.bytes(ItemCoding.bytes(of: file))
                inner.bytes(ItemCoding.bytes(of: item))
            }
        }
    }
}
