/// Bytes that are put together piece by piece, in memory that is wiped.
///
/// Whatever the buffer leaves behind is overwritten: when it grows into other memory, when bytes are
/// removed from it, and when it goes away. Adding takes constant time on average, at the end as
/// well as after removing from the front.
///
/// It is a class and not a noncopyable structure because buffers are kept in arrays and tuples, are
/// handed to closures that escape, and are returned by functions that others fill; a copy of the
/// reference is not a copy of the bytes. Used by one thread at a time.
package final class SecretBuffer {
    private var memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    /// Makes an empty buffer with memory for some bytes.
    package init(capacity: Int = 256) {
        memory = .allocate(byteCount: max(capacity, 16), alignment: 16)
    }

    deinit { release() }

    /// The number of bytes.
    package var count: Int { end - start }

    /// Whether there are no bytes.
    package var isEmpty: Bool { start == end }

    /// The bytes; valid until the next change, and while the buffer is held.
    ///
    /// A local buffer may go away after its last use, which can be this one: call
    /// ``withBytes(_:)`` there.
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[start..<end])
    }

    /// Lends the bytes; the pointer is valid only inside the closure.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    /// Lends the bytes to be changed in place.
    package func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]))
    }

    /// Adds a byte.
    package func append(_ byte: UInt8) {
        if end == memory.count { reserve(1) }
        memory[end] = byte
        end += 1
    }

    /// Adds bytes, which are not those of this buffer.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
        end += bytes.count
    }

    /// Adds the bytes of an array, which is not wiped.
    package func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Adds the UTF-8 bytes of a text, which is not wiped.
    package func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Adds the bytes of another buffer.
    package func append(_ other: SecretBuffer) { other.withBytes { append($0) } }

    /// Lets a closure add bytes in place.
    ///
    /// - Parameters:
    ///   - room: The size of the memory that the closure gets.
    ///   - body: Writes bytes, and returns how many; a negative number stands for none.
    /// - Returns: What the closure returned.
    package func fill<Failure: Error>(
        atMost room: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        reserve(room)
        let added = try body(UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + room]))
        end += max(0, added)
        return added
    }

    /// Removes and wipes the first bytes, or all if there are fewer.
    package func removeFirst(_ count: Int) {
        let next = min(start + count, end)
        UnsafeMutableRawBufferPointer(rebasing: memory[start..<next]).wipe()
        start = next
        if start == end { (start, end) = (0, 0) }
    }

    /// Keeps the first bytes only, and wipes the others.
    package func truncate(to count: Int) {
        let next = min(start + count, end)
        UnsafeMutableRawBufferPointer(rebasing: memory[next..<end]).wipe()
        end = next
    }

    /// Removes and wipes all bytes; the memory is kept for others.
    package func removeAll() { removeFirst(count) }

    /// Makes room at the end.
    private func reserve(_ room: Int) {
        guard memory.count - end < room else { return }
        // Moving to the front is worth it when that frees as much as has to be moved.
        if start >= count, memory.count - count >= room {
            memory.copyMemory(from: bytes)
            let old = count..<end
            (start, end) = (0, count)
            UnsafeMutableRawBufferPointer(rebasing: memory[old]).wipe()
            return
        }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(memory.count * 2, count + room), alignment: 16)
        larger.copyMemory(from: bytes)
        release()
        (memory, start, end) = (larger, 0, count)
    }

    private func release() {
        memory.wipe()
        memory.deallocate()
    }
}
