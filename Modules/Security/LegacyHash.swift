import Crypto
public import TenonCore

/// Hashes that protect nothing any more, for lists and formats of others that are made with them.
public enum LegacyHash {
    /// SHA-1 (FIPS 180-4) of the UTF-8 bytes of a text: 20 bytes.
    public static func sha1(of text: SecretText) -> SecretBytes {
        text.withBytes { bytes in
            var hash = Insecure.SHA1()
            hash.update(bufferPointer: bytes)
            return hash.finalize().withUnsafeBytes { SecretBytes(copying: $0) }
        }
    }
}
