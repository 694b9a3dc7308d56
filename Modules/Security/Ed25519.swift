import Crypto
import TenonCore

/// Signatures with Ed25519 (RFC 8032): who holds the secret key wrote these bytes.
package enum Ed25519 {
    /// The number of bytes of a key, secret or public.
    package static let keyCount = 32
    /// The number of bytes of a signature.
    package static let signatureCount = 64

    /// A secret key, and the public one that others check its signatures with.
    package struct KeyPair: Sendable {
        /// The 32 bytes for the others.
        package let publicKey: [UInt8]
        /// The 32 bytes that stay here.
        package let secretKey: SecretBytes

        /// Makes a random pair.
        package static func make() throws -> KeyPair {
            try KeyPair(secretKey: .random(count: keyCount))
        }

        /// Takes a secret key and derives the public one.
        ///
        /// - Throws: `SecurityError` (`securityKeyLength`) for a key that has not 32 bytes.
        package init(secretKey: SecretBytes) throws {
            self.secretKey = secretKey
            publicKey = Array(try Ed25519.copy(of: secretKey).publicKey.rawRepresentation)
        }

        /// Signs bytes: 64 bytes, which may differ each time.
        ///
        /// - Throws: `SecurityError` (`securityFailure`).
        package func signature(for message: UnsafeRawBufferPointer) throws -> [UInt8] {
            let key = try Ed25519.copy(of: secretKey)
            do {
                return Array(try key.signature(for: message))
            } catch {
                throw SecurityError(.securityFailure, "Signing failed.", cause: error)
            }
        }
    }

    /// Tells whether the holder of a key has signed these bytes; `false` for what is not a key.
    package static func isValid(
        signature: UnsafeRawBufferPointer, for message: UnsafeRawBufferPointer,
        publicKey: [UInt8]
    ) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
            return false
        }
        return key.isValidSignature(signature, for: message)
    }

    /// A copy of the key for the library, which lives for one call only.
    private static func copy(of key: SecretBytes) throws -> Curve25519.Signing.PrivateKey {
        do {
            return try key.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
        } catch {
            throw SecurityError(
                .securityKeyLength, "Ed25519 needs a key of 32 bytes, not \(key.count).",
                cause: error)
        }
    }
}
