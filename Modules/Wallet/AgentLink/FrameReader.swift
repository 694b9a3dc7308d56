/// Walks the body of a frame without copying it.
package struct FrameReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// Begins at the first of some bytes, which must stay valid.
    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether everything has been read.
    package var isAtEnd: Bool { position == bytes.count }

    /// What has not been read yet.
    package var rest: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[position...])
    }

    /// The next byte.
    package mutating func byte() throws(LinkError) -> UInt8 {
        guard position < bytes.count else { throw .malformed }
        defer { position += 1 }
        return bytes[position]
    }

    /// The next number.
    package mutating func number() throws(LinkError) -> UInt32 {
        guard bytes.count - position >= 4 else { throw .malformed }
        defer { position += 4 }
        return UInt32(
            littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    /// The next block; valid as long as the frame.
    package mutating func block() throws(LinkError) -> UnsafeRawBufferPointer {
        let count = Int(try number())
        guard count <= bytes.count - position else { throw .malformed }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
    }

    /// The next block as a text.
    package mutating func text() throws(LinkError) -> String {
        String(decoding: try block(), as: UTF8.self)
    }
}
