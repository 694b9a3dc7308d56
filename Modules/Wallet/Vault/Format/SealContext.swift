/// The data that a seal authenticates: which part of which vault it is, and at which revision.
///
/// A fixed layout of 45 bytes: part (1), format version (4), vault id (16), subject (16: an item's id,
/// or a number), revision (8); numbers are big-endian. The same bytes in another place, vault or
/// time never open.
struct SealContext {
    private static let count = 45

    private var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

    init(vault: ItemID, part: SealedPart) {
        store(part.rawValue, at: 0)
        store(VaultFormat.version.bigEndian, at: 1)
        store(vault.high.bigEndian, at: 5)
        store(vault.low.bigEndian, at: 13)
    }

    /// The same part of the same vault, for an item at a revision.
    func with(_ item: ItemID, _ revision: Int64) -> SealContext {
        var copy = self
        copy.store(item.high.bigEndian, at: 21)
        copy.store(item.low.bigEndian, at: 29)
        copy.store(revision.bigEndian, at: 37)
        return copy
    }

    /// The same part of the same vault, for a numbered subject at a revision.
    func with(number: Int, _ revision: Int64) -> SealContext {
        with(ItemID(high: 0, low: UInt64(number)), revision)
    }

    /// Lends the bytes.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withUnsafeBytes(of: bytes) {
            try body(UnsafeRawBufferPointer(rebasing: $0[..<Self.count]))
        }
    }

    private mutating func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: value, toByteOffset: offset, as: Value.self)
        }
    }
}
