import TenonCore
import WalletVault

extension ItemState {
    private enum Tag {
        static let version = 1
        static let former = 2
        static let erasure = 3
    }

    private enum ValueTag {
        static let number = 1
        static let key = 2
        static let value = 3
        static let time = 4
        static let device = 5
        static let commit = 6
        static let removal = 7
        static let isTold = 8
    }

    /// One value with all that is known of it.
    private struct Entry {
        var field = ItemField(number: 0)
        var value: SecretText?
        var stamp: Stamp
        var removal = Removal.none
        var isTold = false
    }

    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: ``SyncError``: `syncNewerFormat` when a newer version wrote more than this one knows, which must
    ///   not be lost; `syncLocalState` for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        self.init()
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.version:
                let entry = try Self.entry(field.value)
                fields[entry.field, default: []].append(
                    FieldVersion(
                        value: entry.value, stamp: entry.stamp, removal: entry.removal))
            case Tag.former:
                let entry = try Self.entry(field.value)
                guard let value = entry.value else { throw SyncError.localState() }
                former.append(
                    FormerValue(
                        field: entry.field, value: value, stamp: entry.stamp,
                        isTold: entry.isTold))
            case Tag.erasure:
                guard let stamp = Stamp(reading: field.value) else { throw SyncError.localState() }
                erasures[stamp.device] = stamp
            default: throw SyncError.newerFormat
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        writeFields(to: writer)
        for value in former {
            Self.write(
                Entry(
                    field: value.field, value: value.value, stamp: value.stamp,
                    isTold: value.isTold), as: Tag.former, to: writer)
        }
    }

    /// Writes what all devices have, in the same order on each.
    func writeFields(to writer: SecretWriter) {
        for (field, versions) in fields.sorted(by: { $0.key < $1.key }) {
            for version in versions {
                Self.write(
                    Entry(
                        field: field, value: version.value, stamp: version.stamp,
                        removal: version.removal), as: Tag.version, to: writer)
            }
        }
        for stamp in erasures.values.sorted(by: { $0.device < $1.device }) {
            writer.field(Tag.erasure, stamp.write)
        }
    }

    private static func write(_ entry: Entry, as tag: Int, to writer: SecretWriter) {
        writer.field(tag) { inner in
            inner.field(ValueTag.number, Int64(entry.field.number))
            if !entry.field.key.isEmpty {
                inner.field(ValueTag.key) { $0.bytes(entry.field.key) }
            }
            if let value = entry.value { inner.field(ValueTag.value, value) }
            inner.field(ValueTag.time, Int64(bitPattern: entry.stamp.time.value))
            inner.field(ValueTag.device) { $0.bytes(entry.stamp.device.bytes) }
            inner.field(ValueTag.commit, Int64(bitPattern: entry.stamp.number))
            if entry.removal != .none {
                inner.field(ValueTag.removal, Int64(entry.removal.rawValue))
            }
            if entry.isTold { inner.field(ValueTag.isTold, 1) }
        }
    }

    private static func entry(_ bytes: UnsafeRawBufferPointer) throws -> Entry {
        var reader = FieldReader(bytes)
        var number = 0
        var key: [UInt8] = []
        var value: SecretText?
        var time = HybridTime(value: 0)
        var device: DeviceID?
        var commit: UInt64 = 0
        var removal = Removal.none
        var isTold = false
        while let field = try reader.next() {
            switch field.tag {
            case ValueTag.number: number = Int(field.number)
            case ValueTag.key: key = Array(field.value)
            case ValueTag.value: value = field.secret
            case ValueTag.time: time = HybridTime(value: UInt64(bitPattern: field.number))
            case ValueTag.device: device = DeviceID(bytes: Array(field.value))
            case ValueTag.commit: commit = UInt64(bitPattern: field.number)
            case ValueTag.removal:
                guard let known = Removal(rawValue: UInt8(clamping: field.number)) else {
                    throw SyncError.newerFormat
                }
                removal = known
            case ValueTag.isTold: isTold = field.number != 0
            default: throw SyncError.newerFormat
            }
        }
        guard let device else { throw SyncError.localState() }
        return Entry(
            field: ItemField(number: number, key: key), value: value,
            stamp: Stamp(time: time, device: device, number: commit), removal: removal,
            isTold: isTold)
    }
}
