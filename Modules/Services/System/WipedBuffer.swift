import Glibc
import TenonCore

/// Memory of a fixed size for bytes that may be secret; wiped when it goes.
final class WipedBuffer {
    /// How many bytes it holds.
    private(set) var count = 0
    private let storage: UnsafeMutableRawBufferPointer

    init(capacity: Int) {
        storage = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit {
        if let base = storage.baseAddress { explicit_bzero(base, storage.count) }
        storage.deallocate()
    }

    /// What it holds.
    var text: SecretText {
        SecretText(utf8: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    }

    /// Appends bytes for which there is space.
    func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Reads once from a descriptor into the space that is left.
    ///
    /// - Returns: What `read` returned.
    func fill(from descriptor: Int32) -> Int {
        let space = storage[count...]
        let result = read(
            descriptor, UnsafeMutableRawBufferPointer(rebasing: space).baseAddress, space.count)
        count += max(0, result)
        return result
    }
}
