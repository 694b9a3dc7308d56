import Glibc
import TenonCore

/// Gathers bytes in memory that is wiped when it grows and when it goes.
///
/// Used by one thread at a time.
final class SecretOutput {
    private var storage: UnsafeMutableRawBufferPointer
    /// The number of bytes gathered.
    private(set) var count = 0

    init(capacity: Int = 512) {
        storage = .allocate(byteCount: max(capacity, 16), alignment: 8)
    }

    deinit { release() }

    /// What was gathered.
    var text: SecretText { withBytes { SecretText(utf8: $0) } }

    /// Lends what was gathered.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) {
            try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
        }
    }

    func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes in which `%` and two digits stand for one; a `%` without them stays.
    func append(percentDecoding bytes: Slice<UnsafeRawBufferPointer>) {
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                append(byte)
            }
        }
    }

    func append(_ secret: SecretText) { secret.withBytes { append($0) } }

    private func reserve(_ more: Int) {
        guard count + more > storage.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(storage.count * 2, count + more), alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
        release()
        storage = larger
    }

    private func release() {
        if let base = storage.baseAddress { explicit_bzero(base, storage.count) }
        storage.deallocate()
    }
}
