import TenonCore
import TenonSecurity

/// What stands for a secret while secrets are compared.
struct SecretMark: Hashable, Sendable {
    private let value: UInt128

    /// The first 128 bits of a code.
    init(_ code: [UInt8]) {
        value = code.withUnsafeBytes { $0.loadUnaligned(as: UInt128.self) }
    }
}

/// Tells equal secrets apart from different ones without keeping any.
///
/// HMAC-SHA256 under a random key of its own: two different secrets have the same mark with a
/// probability of 2⁻¹²⁸, and a mark says nothing about its secret once the key is gone.
struct KeyedHasher: Sendable {
    private let code = HMACSHA256(key: .random(count: 32))

    /// The mark of a secret.
    func mark(of secret: SecretText) -> SecretMark {
        SecretMark(secret.withBytes { code.authenticationCode(for: $0) })
    }

    /// The mark of several parts, in their order.
    func mark(of parts: [SecretText]) -> SecretMark {
        // Each part as a code of one length: no two lists of parts run together in the same way.
        let codes = parts.flatMap { part in part.withBytes { code.authenticationCode(for: $0) } }
        return SecretMark(codes.withUnsafeBytes { code.authenticationCode(for: $0) })
    }
}
