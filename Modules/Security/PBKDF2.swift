import CGcrypt
import TenonCore

/// PBKDF2 with HMAC (RFC 8018), for files of other programs; nothing of ours uses it.
public enum PBKDF2 {
    /// The hash of the codes.
    public enum Hash: Sendable {
        case sha256
        case sha512

        fileprivate var algorithm: gcry_md_algos {
            switch self {
            case .sha256: GCRY_MD_SHA256
            case .sha512: GCRY_MD_SHA512
            }
        }
    }

    /// How many iterations are accepted: a forged file must not keep a machine busy for minutes.
    static let allowedIterations = 1...10_000_000

    /// Derives a key; blocks the calling thread.
    ///
    /// - Throws: `SecurityError`: `securityParameters` for a number of iterations that is not accepted.
    public static func deriveKey(
        from password: SecretBytes, salt: [UInt8], iterations: Int, hash: Hash = .sha256,
        count: Int = 32
    ) throws -> SecretBytes {
        guard allowedIterations.contains(iterations) else {
            throw SecurityError(
                .securityParameters,
                "A key derivation with \(iterations) rounds is more work than is accepted.",
                remedy: "The file is damaged or was tampered with; restore it from a backup.")
        }
        try Gcrypt.start()
        return try SecretBytes(count: count) { key in
            try password.withBytes { password in
                try Gcrypt.check(
                    gcry_kdf_derive(
                        password.baseAddress, password.count, Int32(GCRY_KDF_PBKDF2.rawValue),
                        Int32(hash.algorithm.rawValue), salt, salt.count, UInt(iterations),
                        key.count, key.baseAddress))
            }
        }
    }
}
