import TenonCore
import TenonSecurity
import WalletVault

extension SnapshotReference {
    private enum Tag {
        static let key = 1
        static let position = 2
        static let stateHash = 3
        static let chunk = 4
        static let byteCount = 5
    }

    private static let hashCount = 32

    /// Reads what ``write(to:)`` wrote; fields of newer versions are passed over.
    ///
    /// - Throws: ``SyncError`` (`syncDamaged`) for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        var key: SecretBytes?
        var vector = VersionVector()
        var stateHash: [UInt8] = []
        var chunks: [[UInt8]] = []
        var byteCount: UInt64 = 0
        while let field = try reader.next() {
            switch field.tag {
            case Tag.key: key = SecretBytes(copying: field.value)
            case Tag.position: guard vector.read(field.value) else { throw SyncError.damaged }
            case Tag.stateHash: stateHash = Array(field.value)
            case Tag.chunk: chunks.append(Array(field.value))
            case Tag.byteCount: byteCount = UInt64(bitPattern: field.number)
            default: break
            }
        }
        guard let key, key.count == 32, stateHash.count == Self.hashCount, !chunks.isEmpty,
            chunks.allSatisfy({ $0.count == Self.hashCount })
        else { throw SyncError.damaged }
        self.init(
            key: key, vector: vector, stateHash: stateHash, chunks: chunks, byteCount: byteCount)
    }

    /// Writes the fields.
    func write(to writer: SecretWriter) {
        key.withBytes { writer.field(Tag.key, $0) }
        vector.write(as: Tag.position, to: writer)
        writer.field(Tag.stateHash) { $0.bytes(stateHash) }
        for chunk in chunks { writer.field(Tag.chunk) { $0.bytes(chunk) } }
        writer.field(Tag.byteCount, Int64(bitPattern: byteCount))
    }
}

extension KnownSnapshot {
    private enum Tag {
        static let stamp = 1
        static let reference = 2
    }

    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: ``SyncError`` (`syncDamaged`) for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        var stamp: Stamp?
        var reference: SnapshotReference?
        while let field = try reader.next() {
            switch field.tag {
            case Tag.stamp: stamp = Stamp(reading: field.value)
            case Tag.reference: reference = try SnapshotReference(reading: field.value)
            default: break
            }
        }
        guard let stamp, let reference else { throw SyncError.damaged }
        self.init(reference, stamp)
    }

    /// Writes the fields.
    func write(to writer: SecretWriter) {
        writer.field(Tag.stamp, stamp.write)
        writer.field(Tag.reference, reference.write)
    }
}
