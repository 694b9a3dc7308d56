/// The nonce and the tag of a sealed part: 28 bytes that name exactly this sealing of it.
///
/// Without the key no other cipher text with the same two can be made, and each sealing draws a new
/// nonce.
struct Seal: Equatable, Sendable {
    static let byteCount = 28
    private static let nonceCount = 12
    private static let tagCount = 16

    private let words: (UInt64, UInt64, UInt64, UInt32)

    /// Takes the seal of sealed bytes (nonce, cipher text, tag); `nil` when they are too short.
    init?(of sealed: UnsafeRawBufferPointer) {
        guard sealed.count >= Self.byteCount else { return nil }
        let tag = sealed.count - Self.tagCount
        words = (
            sealed.loadUnaligned(as: UInt64.self),
            sealed.loadUnaligned(fromByteOffset: tag, as: UInt64.self),
            sealed.loadUnaligned(fromByteOffset: tag + 8, as: UInt64.self),
            sealed.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        )
    }

    /// Takes the seal of sealed bytes.
    init?(of sealed: [UInt8]) {
        guard let seal = sealed.withUnsafeBytes({ Seal(of: $0) }) else { return nil }
        self = seal
    }

    /// Takes the stored form.
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(of: bytes)
    }

    /// Writes the stored form.
    func write(to writer: SecretWriter) {
        writer.integer(words.0)
        writer.integer(words.3)
        writer.integer(words.1)
        writer.integer(words.2)
    }

    static func == (left: Seal, right: Seal) -> Bool { left.words == right.words }
}
