import Glibc

/// Bytes that are put together piece by piece, in memory that is wiped when it is given up.
final class WipedBuffer {
    private var memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit { Self.release(memory) }

    /// The bytes so far; valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// Begins again; the memory is kept.
    func removeAll() { count = 0 }

    /// Appends some bytes.
    func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        guard let base = memory.baseAddress, let source = bytes.baseAddress else { return }
        memcpy(base + count, source, bytes.count)
        count += bytes.count
    }

    /// Replaces the bytes by those of a quoted field, with each doubled quotation mark made single.
    func unescape(_ field: UnsafeRawBufferPointer) {
        count = 0
        reserve(field.count)
        var index = 0
        while index < field.count {
            memory[count] = field[index]
            count += 1
            index += field[index] == UInt8(ascii: "\"") ? 2 : 1
        }
    }

    private func reserve(_ room: Int) {
        guard memory.count - count < room else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(memory.count * 2, count + room), alignment: 1)
        larger.copyMemory(from: bytes)
        Self.release(memory)
        memory = larger
    }

    private static func release(_ memory: UnsafeMutableRawBufferPointer) {
        if let base = memory.baseAddress { explicit_bzero(base, memory.count) }
        memory.deallocate()
    }
}
