/// A growing array of plain values in memory that is wiped when it grows and when it goes.
final class SecretTable<Element: BitwiseCopyable> {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1024) {
        self.capacity = capacity
        base = SecretPages.map(count: capacity * MemoryLayout<Element>.stride)
    }

    deinit { SecretPages.release(base, count: byteCount) }

    /// The memory that is mapped, in bytes.
    var byteCount: Int { capacity * MemoryLayout<Element>.stride }

    /// The elements; valid until the next append.
    var elements: UnsafeMutableBufferPointer<Element> {
        UnsafeMutableBufferPointer(
            start: base.assumingMemoryBound(to: Element.self), count: count)
    }

    func append(_ element: Element) {
        if count == capacity { grow(to: capacity * 2) }
        base.storeBytes(
            of: element, toByteOffset: count * MemoryLayout<Element>.stride, as: Element.self)
        count += 1
    }

    private func grow(to newCapacity: Int) {
        let larger = SecretPages.map(count: newCapacity * MemoryLayout<Element>.stride)
        larger.copyMemory(from: base, byteCount: count * MemoryLayout<Element>.stride)
        SecretPages.release(base, count: byteCount)
        base = larger
        capacity = newCapacity
    }
}
