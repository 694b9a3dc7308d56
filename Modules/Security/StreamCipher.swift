import CGcrypt

/// A stream cipher with its place in the stream, for files of other programs only.
///
/// It hides and does not protect, as ``BlockCipher``.
public final class StreamCipher {
    /// Which cipher.
    public enum Algorithm: Sendable, CaseIterable {
        /// ChaCha20 with a nonce of 12 bytes and a counter that begins at 0 (RFC 8439).
        case chaCha20
        /// Salsa20 with a nonce of 8 bytes.
        case salsa20

        /// How long a nonce is.
        public var nonceCount: Int {
            switch self {
            case .chaCha20: 12
            case .salsa20: 8
            }
        }
    }

    private let cipher: GcryptCipher

    /// Begins a stream with a key of 32 bytes.
    ///
    /// - Throws: `SecurityError` (`securityKeyLength`).
    public init(_ algorithm: Algorithm, key: SecretBytes, nonce: [UInt8]) throws {
        let name =
            switch algorithm {
            case .chaCha20: GCRY_CIPHER_CHACHA20
            case .salsa20: GCRY_CIPHER_SALSA20
            }
        cipher = try GcryptCipher(
            name, GCRY_CIPHER_MODE_STREAM, key: key, iv: nonce, ivCount: algorithm.nonceCount)
    }

    /// Encrypts or decrypts the next bytes in place, which is the same.
    public func apply(to bytes: UnsafeMutableRawBufferPointer) throws {
        try cipher.encrypt(bytes)
    }
}
