import Glibc

/// The part of a stream that is being looked at, in memory that is wiped when it is given up.
final class WipedWindow {
    private var memory: UnsafeMutableRawBufferPointer
    private var lower = 0
    private var upper = 0

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit { Self.release(memory) }

    /// How many bytes are in the window.
    var count: Int { upper - lower }

    /// The bytes; valid until the window is filled again.
    var bytes: Slice<UnsafeRawBufferPointer> { UnsafeRawBufferPointer(memory)[lower..<upper] }

    /// The same bytes without a base, for indexing from zero.
    var start: UnsafePointer<UInt8>? {
        memory.baseAddress.map { UnsafePointer(($0 + lower).assumingMemoryBound(to: UInt8.self)) }
    }

    /// Drops bytes from the front.
    func drop(_ count: Int) { lower += min(count, self.count) }

    /// Reads further bytes behind those that are there; grows as needed.
    ///
    /// - Returns: `false` at the end of the source.
    func fill(from source: some ByteSource, atLeast room: Int) throws -> Bool {
        makeRoom(room)
        let free = UnsafeMutableRawBufferPointer(rebasing: memory[upper...])
        let count = try source.read(into: free)
        upper += count
        return count > 0
    }

    private func makeRoom(_ room: Int) {
        guard memory.count - upper < room else { return }
        if lower > 0, let base = memory.baseAddress {
            memmove(base, base + lower, count)
            upper -= lower
            lower = 0
        }
        guard memory.count - upper < room else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(memory.count * 2, upper + room), alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<upper]))
        Self.release(memory)
        memory = larger
    }

    private static func release(_ memory: UnsafeMutableRawBufferPointer) {
        if let base = memory.baseAddress { explicit_bzero(base, memory.count) }
        memory.deallocate()
    }
}
