import Crypto

/// HKDF with SHA-256 (RFC 5869): derives keys for different purposes from one strong key.
public enum HKDF {
    /// Derives a key of `count` bytes (at most 8,160); `info` names its purpose.
    ///
    /// The input must already be a strong key; a passphrase goes through `Argon2id`.
    public static func deriveKey(
        from key: SecretBytes, salt: [UInt8], info: [UInt8], count: Int
    ) -> SecretBytes {
        precondition((1...8_160).contains(count), "HKDF-SHA256 makes 1 to 8,160 bytes.")
        let input = key.withBytes { SymmetricKey(data: $0) }
        let output = Crypto.HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, salt: salt, info: info, outputByteCount: count)
        return output.withUnsafeBytes { SecretBytes(copying: $0) }
    }
}
