import CTenonCore
package import TenonMemory

/// UTF-8 text that is wiped from memory when the last reference to it goes.
///
/// What a person types into a concealed field or prompt travels as this value instead of a
/// `String`, whose copies cannot be wiped. It never prints or describes its content.
public final class SecretText: Sendable {
    /// Written only by `init` and `deinit`, so that sharing it between threads is safe.
    private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

    /// Copies UTF-8 bytes; the caller wipes its own copy.
    public init(utf8 bytes: UnsafeRawBufferPointer) {
        storage = .allocate(byteCount: bytes.count, alignment: 1)
        storage.copyMemory(from: bytes)
    }

    /// Copies the UTF-8 bytes of an array.
    public convenience init(utf8 bytes: [UInt8]) {
        self.init(copying: bytes)
    }

    /// Copies a string, for text that a library could only deliver as a `String`.
    public convenience init(_ text: String) {
        self.init(copying: text.utf8)
    }

    /// Makes a text in place, in memory of some size.
    ///
    /// - Parameter write: Writes the text, and returns how many bytes it takes.
    init(
        capacity: Int, _ write: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 1)
        do {
            storage = UnsafeMutableRawBufferPointer(rebasing: memory[..<(try write(memory))])
        } catch {
            memory.wipe()
            memory.deallocate()
            throw error
        }
    }

    private init(copying bytes: some Collection<UInt8>) {
        storage = .allocate(byteCount: bytes.count, alignment: 1)
        storage.copyBytes(from: bytes)
    }

    deinit {
        storage.wipe()
        storage.deallocate()
    }

    /// The number of UTF-8 bytes.
    public var count: Int { storage.count }

    /// Whether the text is empty.
    public var isEmpty: Bool { storage.isEmpty }

    /// Lends the UTF-8 bytes; the pointer is valid only inside the closure.
    public func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) { try body(UnsafeRawBufferPointer(storage)) }
    }

    /// Makes a `String` for a place that must show the text; it cannot be wiped afterwards.
    public func reveal() -> String {
        withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Keeps the memory of this process out of core files, reports of crashes, and other programs of
    /// the same user.
    ///
    /// Call it before the first secret is there. It is best effort, lasts until the process ends, and
    /// does not extend to programs that this one starts.
    public static func forbidDumps() { tenon_forbid_dumps() }
}

extension SecretText: Equatable {
    /// Compares in a time that depends on the lengths only.
    public static func == (left: SecretText, right: SecretText) -> Bool {
        guard left.count == right.count else { return false }
        return left.withBytes { leftBytes in
            right.withBytes { rightBytes in
                zip(leftBytes, rightBytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }
}

extension SecretText: CustomStringConvertible, CustomReflectable {
    /// A mask that is as wide for every text.
    public var description: String { "••••••••" }

    /// No children, so that a dump of a containing value shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBuffer {
    /// A copy of the bytes.
    package var text: SecretText { withBytes { SecretText(utf8: $0) } }

    /// Adds the bytes of a secret.
    package func append(_ secret: SecretText) { secret.withBytes { append($0) } }
}
