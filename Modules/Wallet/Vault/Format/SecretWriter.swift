import Glibc
import TenonCore

/// Encodes a record before it is sealed; its memory is wiped when it grows and when it goes.
///
/// Numbers are little-endian. A field is its tag and its length as variable-length integers, and its
/// bytes. Used by one thread at a time.
package final class SecretWriter {
    private var storage: UnsafeMutableRawBufferPointer
    /// The number of bytes written.
    package private(set) var count = 0

    /// Begins with nothing.
    package init(capacity: Int = 512) {
        storage = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit {
        if let base = storage.baseAddress { explicit_bzero(base, storage.count) }
        storage.deallocate()
    }

    /// Lends what was written so far.
    package func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) {
            try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
        }
    }

    func bytes(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    func bytes(_ bytes: [UInt8]) { bytes.withUnsafeBytes { self.bytes($0) } }

    func integer<Number: FixedWidthInteger>(_ value: Number) {
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

    func field(_ tag: Int, _ value: UnsafeRawBufferPointer) {
        variable(UInt64(tag))
        variable(UInt64(value.count))
        bytes(value)
    }

    func field(_ tag: Int, _ text: String) {
        var text = text
        text.withUTF8 { field(tag, UnsafeRawBufferPointer($0)) }
    }

    func field(_ tag: Int, _ secret: SecretText) {
        secret.withBytes { field(tag, $0) }
    }

    /// Writes a number, negative ones too, in as few bytes as it needs.
    func field(_ tag: Int, _ number: Int64) {
        let folded = UInt64(bitPattern: number << 1 ^ number >> 63)
        variable(UInt64(tag))
        variable(UInt64(max(1, (70 - folded.leadingZeroBitCount) / 7)))
        variable(folded)
    }

    /// Writes a field that consists of fields.
    func field(_ tag: Int, _ content: (SecretWriter) -> Void) {
        let inner = SecretWriter(capacity: 128)
        content(inner)
        inner.withBytes { field(tag, $0) }
    }

    /// Fills up with zeros to a multiple of a number.
    func pad(to multiple: Int) {
        while count % multiple != 0 { integer(UInt8(0)) }
    }

    /// Replaces four bytes written before.
    func replace(at offset: Int, with value: UInt32) {
        storage.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
    }

    private func reserve(_ more: Int) {
        guard count + more > storage.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(storage.count * 2, count + more), alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
        if let base = storage.baseAddress { explicit_bzero(base, storage.count) }
        storage.deallocate()
        storage = larger
    }
}
