package import TenonCore
import TenonMemory

/// Encodes a record before it is sealed; its memory is wiped when it grows and when it goes.
///
/// Numbers are little-endian. A field is its tag and its length as variable-length integers, and its
/// bytes. Used by one thread at a time.
package final class SecretWriter {
    private let buffer: SecretBuffer

    /// Begins with nothing.
    package init(capacity: Int = 512) { buffer = SecretBuffer(capacity: capacity) }

    /// The number of bytes written.
    package var count: Int { buffer.count }

    /// Lends what was written so far.
    package func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try buffer.withBytes(body)
    }

    /// Writes bytes as they are.
    package func bytes(_ bytes: UnsafeRawBufferPointer) { buffer.append(bytes) }

    /// Writes bytes as they are.
    package func bytes(_ bytes: [UInt8]) { buffer.append(bytes) }

    /// Writes a number in as many bytes as its type has.
    package func integer<Number: FixedWidthInteger>(_ value: Number) {
        withUnsafeBytes(of: value.littleEndian) { bytes($0) }
    }

    /// Writes seven bits a byte, the lowest first.
    func variable(_ value: UInt64) {
        var rest = value
        while rest > 0x7F {
            integer(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        integer(UInt8(rest))
    }

    /// Writes a field.
    package func field(_ tag: Int, _ value: UnsafeRawBufferPointer) {
        variable(UInt64(tag))
        variable(UInt64(value.count))
        bytes(value)
    }

    /// Writes a field that is a text.
    package func field(_ tag: Int, _ text: String) {
        var text = text
        text.withUTF8 { field(tag, UnsafeRawBufferPointer($0)) }
    }

    /// Writes a field that is secret.
    package func field(_ tag: Int, _ secret: SecretText) {
        secret.withBytes { field(tag, $0) }
    }

    /// Writes a number, negative ones too, in as few bytes as it needs.
    package func field(_ tag: Int, _ number: Int64) {
        let folded = UInt64(bitPattern: number << 1 ^ number >> 63)
        variable(UInt64(tag))
        variable(UInt64(max(1, (70 - folded.leadingZeroBitCount) / 7)))
        variable(folded)
    }

    /// Writes a field that consists of fields.
    package func field(_ tag: Int, _ content: (SecretWriter) -> Void) {
        let inner = SecretWriter(capacity: 128)
        content(inner)
        inner.withBytes { field(tag, $0) }
    }

    /// Fills up with zeros to a multiple of a number.
    func pad(to multiple: Int) {
        while count % multiple != 0 { buffer.append(0) }
    }

    /// Fills up with zeros to a number of bytes.
    package func fill(to total: Int) {
        while count < total { buffer.append(0) }
    }

    /// Replaces four bytes written before.
    package func replace(at offset: Int, with value: UInt32) {
        buffer.withMutableBytes {
            $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
    }
}
