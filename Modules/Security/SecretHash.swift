import Crypto
import FoundationEssentials

/// SHA-2 (FIPS 180-4) over secrets; the state of a hash is ordinary memory of the library.
public enum SecretHash {
    /// SHA-256 over secrets one after the other: 32 bytes.
    public static func sha256(_ parts: SecretBytes...) -> SecretBytes {
        var hash = SHA256()
        for part in parts { part.withBytes { hash.update(bufferPointer: $0) } }
        return hash.finalize().withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// SHA-512 over secrets one after the other: 64 bytes.
    public static func sha512(_ parts: SecretBytes...) -> SecretBytes {
        var hash = SHA512()
        for part in parts { part.withBytes { hash.update(bufferPointer: $0) } }
        return hash.finalize().withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// SHA-256 over bytes that are not secret.
    public static func sha256(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var hash = SHA256()
        hash.update(bufferPointer: bytes)
        return Array(hash.finalize())
    }
}
