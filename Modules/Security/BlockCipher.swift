import CGcrypt
import TenonCore

/// A block cipher in CBC mode with PKCS #7 padding, for files of other programs only.
///
/// It hides but does not authenticate: the caller checks a code over the bytes before decrypting.
/// What is ours is sealed with ``AES256GCM``.
public enum BlockCipher: Sendable, CaseIterable {
    /// AES with a key of 32 bytes (FIPS 197, NIST SP 800-38A).
    case aes256
    /// Twofish with a key of 32 bytes.
    case twofish

    /// The length of a block, and of the initialisation vector.
    public static let blockSize = 16

    private var algorithm: gcry_cipher_algos {
        switch self {
        case .aes256: GCRY_CIPHER_AES256
        case .twofish: GCRY_CIPHER_TWOFISH
        }
    }

    /// Decrypts bytes in place.
    ///
    /// - Returns: How many bytes at the front are the plain ones; the rest was padding.
    /// - Throws: `SecurityError`: `securityKeyLength`, or `securityBrokenSeal` when the padding is wrong,
    ///   as it mostly is with another key.
    public func decrypt(
        _ bytes: UnsafeMutableRawBufferPointer, key: SecretBytes, iv: [UInt8]
    ) throws -> Int {
        try decryptBlocks(bytes, key: key, iv: iv)
        let padding = Int(bytes[bytes.count - 1])
        guard (1...Self.blockSize).contains(padding),
            bytes.suffix(padding).allSatisfy({ $0 == UInt8(padding) })
        else { throw Self.wrongPadding }
        return bytes.count - padding
    }

    /// Decrypts whole blocks in place, for formats that say otherwise how much of them is padding.
    ///
    /// - Throws: `SecurityError`: `securityKeyLength`, or `securityBrokenSeal` for no bytes or part of a
    ///   block.
    public func decryptBlocks(
        _ bytes: UnsafeMutableRawBufferPointer, key: SecretBytes, iv: [UInt8]
    ) throws {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: Self.blockSize) else {
            throw Self.wrongPadding
        }
        try cipher(key, iv).decrypt(bytes)
    }

    /// How many bytes the encrypted form of some bytes has.
    public static func encryptedCount(_ count: Int) -> Int {
        (count / blockSize + 1) * blockSize
    }

    /// Encrypts bytes in place.
    ///
    /// - Parameters:
    ///   - bytes: Room for ``encryptedCount(_:)`` bytes.
    ///   - count: How many bytes at the front are the plain ones.
    ///   - key: The key, as long as the cipher takes it.
    ///   - iv: The initialisation vector, as long as a block.
    /// - Throws: `SecurityError` (`securityKeyLength`).
    public func encrypt(
        _ bytes: UnsafeMutableRawBufferPointer, count: Int, key: SecretBytes, iv: [UInt8]
    ) throws {
        precondition(bytes.count == Self.encryptedCount(count), "There is room for the padding.")
        for index in count..<bytes.count { bytes[index] = UInt8(bytes.count - count) }
        try cipher(key, iv).encrypt(bytes)
    }

    private func cipher(_ key: SecretBytes, _ iv: [UInt8]) throws -> GcryptCipher {
        try GcryptCipher(
            algorithm, GCRY_CIPHER_MODE_CBC, key: key, iv: iv, ivCount: Self.blockSize)
    }

    private static let wrongPadding = SecurityError(
        .securityBrokenSeal, "Encrypted data is damaged, or the key is wrong.")
}
