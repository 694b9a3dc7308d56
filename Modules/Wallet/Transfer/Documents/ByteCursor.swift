/// Reads numbers and runs of bytes one after the other; never behind the end.
struct ByteCursor {
    /// What was asked for lies behind the end.
    struct EndOfBytes: Error {}

    private let bytes: UnsafeRawBufferPointer
    /// Where the next byte is.
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// How many bytes are left.
    var left: Int { bytes.count - position }

    /// The next bytes.
    mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
        guard count >= 0, count <= left else { throw EndOfBytes() }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }

    /// The next number, with its least byte first.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let bytes = try take(MemoryLayout<Number>.size)
        return Number(littleEndian: bytes.loadUnaligned(as: Number.self))
    }

    /// All bytes that are left.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }
}

extension FixedWidthInteger {
    /// The bytes of the number, the least first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
