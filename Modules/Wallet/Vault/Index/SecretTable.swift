/// A growing array of plain values in memory that is wiped when it grows and when it goes.
final class SecretTable<Element: BitwiseCopyable> {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1024) {
        self.capacity = capacity
        base = SecretPages.map(count: capacity * MemoryLayout<Element>.stride)
    }

    deinit { SecretPages.release(base, count: byteCount, used: usedByteCount) }

    /// The memory that is mapped, in bytes.
    var byteCount: Int { capacity * MemoryLayout<Element>.stride }

    private var usedByteCount: Int { count * MemoryLayout<Element>.stride }

    /// The elements; valid until the next append.
    var elements: UnsafeMutableBufferPointer<Element> {
        UnsafeMutableBufferPointer(
            start: base.assumingMemoryBound(to: Element.self), count: count)
    }

    func append(_ element: Element) {
        if count == capacity { reserve(capacity * 2) }
        base.storeBytes(
            of: element, toByteOffset: count * MemoryLayout<Element>.stride, as: Element.self)
        count += 1
    }

    /// Makes room for a number of elements in all.
    func reserve(_ newCapacity: Int) {
        guard newCapacity > capacity else { return }
        let larger = SecretPages.map(count: newCapacity * MemoryLayout<Element>.stride)
        larger.copyMemory(from: base, byteCount: usedByteCount)
        SecretPages.release(base, count: byteCount, used: usedByteCount)
        base = larger
        capacity = newCapacity
    }
}
