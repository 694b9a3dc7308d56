import TenonCore

/// The fixed start of an overview: what the manifest needs, at known places.
///
/// Layout, little-endian: length of what follows the prelude (4), revision of the content (8), revision
/// of the details (8), seal of the details (28), the mark (32).
struct OverviewPrelude: Equatable {
    static let byteCount = 80

    /// The change of the vault that last wrote more than the item's use; saving compares it.
    var contentRevision: Int64
    /// The change of the vault that wrote the details.
    var detailsRevision: Int64
    /// The details that belong to this overview, and no others.
    var detailsSeal: Seal
    /// This version's summand in the manifest: random, new for each sealing, secret.
    var mark: MultisetSum
}

extension OverviewPrelude {
    init(_ plain: UnsafeRawBufferPointer) throws {
        guard plain.count >= Self.byteCount,
            let seal = Seal(stored: UnsafeRawBufferPointer(rebasing: plain[20..<48]))
        else { throw VaultError.unreadable("list entry") }
        contentRevision = plain.loadUnaligned(fromByteOffset: 4, as: Int64.self).littleEndian
        detailsRevision = plain.loadUnaligned(fromByteOffset: 12, as: Int64.self).littleEndian
        detailsSeal = seal
        mark = MultisetSum(bytes: UnsafeRawBufferPointer(rebasing: plain[48..<80]))
    }

    /// The mark alone.
    static func mark(of plain: UnsafeRawBufferPointer) throws -> MultisetSum {
        guard plain.count >= byteCount else { throw VaultError.unreadable("list entry") }
        return MultisetSum(bytes: UnsafeRawBufferPointer(rebasing: plain[48..<byteCount]))
    }

    /// The fields that follow the prelude, without the padding.
    static func fields(of plain: UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer {
        guard plain.count >= byteCount else { throw VaultError.unreadable("list entry") }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= plain.count - byteCount else { throw VaultError.unreadable("list entry") }
        return UnsafeRawBufferPointer(rebasing: plain[byteCount..<(byteCount + count)])
    }

    func write(to writer: SecretWriter) {
        writer.integer(UInt32(0))
        writer.integer(contentRevision)
        writer.integer(detailsRevision)
        detailsSeal.write(to: writer)
        mark.write(to: writer)
    }

    /// Fills in the length, when all fields are written.
    static func setLength(in writer: SecretWriter) {
        writer.replace(at: 0, with: UInt32(writer.count - byteCount))
    }
}
