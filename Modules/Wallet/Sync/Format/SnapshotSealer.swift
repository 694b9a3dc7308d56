import TenonCore
import TenonSecurity
import WalletVault

/// Seals the chunks of a snapshot, and names them.
///
/// The key is random, and nowhere else than in the commit that tells of the snapshot: whoever opens that
/// can read it. A chunk is bound to the vault and to its number; the commit has the hash of each, so that
/// nobody who has keys of the vault can make another one.
struct SnapshotSealer {
    /// How many bytes a chunk has before it is sealed, at most: the length of its content, the content, and
    /// zeros.
    static let limit = 1 << 20
    /// How many bytes of that the length takes.
    static let lengthCount = 4

    private let vault: ItemID
    private let seal: AES256GCM
    private let names: HMACSHA256

    /// Derives the keys of a snapshot.
    ///
    /// - Throws: `SecurityError`.
    init(_ key: SecretBytes, of vault: ItemID) throws {
        func derived(_ purpose: String) -> SecretBytes {
            HKDF.deriveKey(
                from: key, salt: ItemCoding.bytes(of: vault),
                info: Array("wallet sync 1 snapshot \(purpose)".utf8), count: 32)
        }
        self.vault = vault
        seal = try AES256GCM(key: derived("chunk"))
        names = HMACSHA256(key: derived("name"))
    }

    /// The name of a chunk.
    func name(of number: Int) -> BlobName? { BlobName(chunk: number, ofSnapshotWith: names) }

    /// Seals the content of a chunk.
    func seal(_ content: UnsafeRawBufferPointer, _ number: Int) throws -> [UInt8] {
        let writer = SecretWriter(capacity: Padding.padded(content.count + Self.lengthCount))
        writer.integer(UInt32(content.count))
        writer.bytes(content)
        writer.fill(to: Padding.padded(writer.count))
        return try writer.withBytes { plain in
            try associated(number).withUnsafeBytes { try seal.seal(plain, authenticating: $0) }
        }
    }

    /// Opens a chunk, and lends its content.
    ///
    /// - Throws: ``SyncError`` (`syncAltered`) when it is something else; what the closure throws.
    func open(
        _ sealed: [UInt8], _ number: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        do {
            try sealed.withUnsafeBytes { sealed in
                try associated(number).withUnsafeBytes { associated in
                    try seal.open(sealed, authenticating: associated) { plain in
                        guard plain.count >= Self.lengthCount else { throw SyncError.damaged }
                        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
                        guard count <= plain.count - Self.lengthCount else {
                            throw SyncError.damaged
                        }
                        let end = Self.lengthCount + count
                        try body(
                            UnsafeRawBufferPointer(rebasing: plain[Self.lengthCount..<end]))
                    }
                }
            }
        } catch is SecurityError {
            throw SyncError.alteredSnapshot
        }
    }

    private func associated(_ number: Int) -> [UInt8] {
        ItemCoding.bytes(of: vault) + UInt64(number).bigEndianBytes
    }
}

/// Puts the records of a snapshot one after the other, and cuts that into chunks.
struct SnapshotWriter {
    private static let chunkLimit = SnapshotSealer.limit - SnapshotSealer.lengthCount

    private var rest = SecretWriter(capacity: SnapshotSealer.limit)

    /// Adds a record.
    mutating func add(_ write: (SecretWriter) -> Void) {
        let record = SecretWriter(capacity: 512)
        write(record)
        rest.integer(UInt32(record.count))
        record.withBytes { rest.bytes($0) }
    }

    /// Takes the content of the next chunk; `nil` when it would not be full.
    mutating func next() -> SecretWriter? { rest.count < Self.chunkLimit ? nil : cut() }

    /// Takes the content of a last chunk; `nil` when there is none.
    mutating func last() -> SecretWriter? { rest.count == 0 ? nil : cut() }

    private mutating func cut() -> SecretWriter {
        let (chunk, next) = (SecretWriter(capacity: SnapshotSealer.limit), SecretWriter())
        rest.withBytes { bytes in
            chunk.bytes(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.chunkLimit)))
            next.bytes(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.chunkLimit)))
        }
        rest = next
        return chunk
    }
}

/// Puts the chunks of a snapshot together, and hands over its records.
struct SnapshotReader {
    private var rest = SecretWriter()

    /// Takes the content of a chunk.
    ///
    /// - Parameter body: Takes each record that ends in it.
    /// - Throws: What the closure throws.
    mutating func take(
        _ content: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        rest.bytes(content)
        let next = SecretWriter()
        try rest.withBytes { bytes in
            var start = 0
            while bytes.count - start >= 4 {
                let count = Int(
                    bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self).littleEndian)
                guard count <= bytes.count - start - 4 else { break }
                let end = start + 4 + count
                try body(UnsafeRawBufferPointer(rebasing: bytes[(start + 4)..<end]))
                start = end
            }
            next.bytes(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        rest = next
    }

    /// Whether the last record is whole.
    var isComplete: Bool { rest.count == 0 }
}
