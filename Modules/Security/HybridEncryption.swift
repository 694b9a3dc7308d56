import Crypto
import FoundationEssentials
import TenonCore

/// Hybrid public key encryption (HPKE, RFC 9180): whoever knows a public key can seal, and only the holder of
/// the secret key can open.
///
/// The mode is *base*, and the suite DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. The sealed form
/// is the encapsulated key of 32 bytes, the cipher text, and a tag of 16 bytes. It does not say who made it.
package enum HybridEncryption {
    /// The number of bytes of a key, secret or public.
    package static let keyCount = 32
    /// By how many bytes the sealed form is longer than the plain one.
    package static let overhead = keyCount + 16

    private static let suite = Crypto.HPKE.Ciphersuite(
        kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

    /// A secret key, and the public one that others seal for.
    package struct KeyPair: Sendable {
        /// The 32 bytes for the others.
        package let publicKey: [UInt8]
        private let secretKey: SecretBytes

        /// Takes a secret key and derives the public one.
        ///
        /// - Throws: `SecurityError` (`securityKeyLength`) for a key that has not 32 bytes.
        package init(secretKey: SecretBytes) throws {
            self.secretKey = secretKey
            publicKey = Array(
                try HybridEncryption.copy(of: secretKey).publicKey.rawRepresentation)
        }

        /// Opens what was sealed for this key.
        ///
        /// - Parameter info: What it was sealed for.
        /// - Throws: `SecurityError` (`securityBrokenSeal`) when it was changed, or was sealed for another
        ///   key or purpose.
        package func open(_ sealed: [UInt8], for info: [UInt8]) throws -> SecretBytes {
            guard sealed.count >= HybridEncryption.overhead else { throw HybridEncryption.broken }
            let key = try HybridEncryption.copy(of: secretKey)
            do {
                var recipient = try Crypto.HPKE.Recipient(
                    privateKey: key, ciphersuite: HybridEncryption.suite, info: Data(info),
                    encapsulatedKey: Data(sealed[..<HybridEncryption.keyCount]))
                let plain = try recipient.open(sealed[HybridEncryption.keyCount...])
                return plain.withUnsafeBytes { SecretBytes(copying: $0) }
            } catch {
                throw HybridEncryption.broken
            }
        }
    }

    /// Seals bytes for the holder of a key.
    ///
    /// - Parameter info: What it is sealed for; it opens for nothing else.
    /// - Throws: `SecurityError` (`securityKeyLength`) for what is not a public key, or `securityFailure`.
    package static func seal(
        _ plain: SecretBytes, for publicKey: [UInt8], info: [UInt8]
    ) throws -> [UInt8] {
        let key: Curve25519.KeyAgreement.PublicKey
        do {
            key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        } catch {
            throw SecurityError(
                .securityKeyLength, "X25519 needs a key of 32 bytes, not \(publicKey.count).",
                cause: error)
        }
        guard isSafe(key) else {
            throw SecurityError(
                .securityKeyLength, "This key of X25519 agrees with every other on the same secret."
            )
        }
        do {
            var sender = try Crypto.HPKE.Sender(
                recipientKey: key, ciphersuite: suite, info: Data(info))
            let sealed = try plain.withBytes { try sender.seal($0) }
            return Array(sender.encapsulatedKey) + Array(sealed)
        } catch {
            throw SecurityError(.securityFailure, "Sealing failed.", cause: error)
        }
    }

    /// Whether a key agrees with different keys on different secrets, which the library does not check
    /// (RFC 9180, section 7.1.4).
    private static func isSafe(_ key: Curve25519.KeyAgreement.PublicKey) -> Bool {
        let secret = try? Curve25519.KeyAgreement.PrivateKey()
            .sharedSecretFromKeyAgreement(with: key)
        return secret?.withUnsafeBytes { !$0.allSatisfy { $0 == 0 } } ?? false
    }

    /// A copy of the key for the library, which lives for one call only.
    private static func copy(
        of key: SecretBytes
    ) throws -> Curve25519.KeyAgreement.PrivateKey {
        do {
            return try key.withBytes {
                try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0)
            }
        } catch {
            throw SecurityError(
                .securityKeyLength, "X25519 needs a key of 32 bytes, not \(key.count).",
                cause: error)
        }
    }

    private static let broken = SecurityError(
        .securityBrokenSeal, "A sealed message was changed, or belongs to other keys.",
        remedy: "Connect again.")
}
