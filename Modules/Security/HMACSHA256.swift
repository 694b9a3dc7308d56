import Crypto

/// HMAC with SHA-256 (RFC 2104): proves that someone with the key made these bytes.
public struct HMACSHA256: Sendable {
    private let key: SecretBytes

    /// Takes a key of any length; 32 bytes are usual.
    public init(key: SecretBytes) {
        self.key = key
    }

    /// A copy of the key for the library, which lives for one call only.
    private var copy: SymmetricKey { key.withBytes { SymmetricKey(data: $0) } }

    /// Computes the code: 32 bytes.
    public func authenticationCode(for message: UnsafeRawBufferPointer) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: copy))
    }

    /// Tells whether a code belongs to a message, in constant time.
    public func isValid(code: [UInt8], for message: UnsafeRawBufferPointer) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: copy)
    }
}
