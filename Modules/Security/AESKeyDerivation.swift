import CGcrypt
import TenonCore
import TenonMemory

/// The key derivation of older KeePass files: a key is encrypted with AES-256 many times over.
///
/// Neither memory-hard nor new; nothing of ours uses it.
public enum AESKeyDerivation {
    /// How many rounds are accepted: a forged file must not keep a machine busy for minutes.
    static let allowedRounds: ClosedRange<UInt64> = 1...500_000_000

    private static let pieceSize = 1 << 20

    /// Derives a key of 32 bytes; blocks the calling thread, about a second for 50 million rounds.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - seed: The key of AES, 32 bytes.
    ///   - rounds: How many times it is encrypted, from 1 to 500,000,000.
    /// - Throws: `SecurityError`: `securityParameters` or `securityKeyLength`; `CancellationError`.
    public static func deriveKey(
        from key: SecretBytes, seed: [UInt8], rounds: UInt64
    ) throws -> SecretBytes {
        guard allowedRounds.contains(rounds) else {
            throw SecurityError(
                .securityParameters,
                "A key derivation with \(rounds) rounds is more work than is accepted.",
                remedy: "The file is damaged or was tampered with; restore it from a backup.")
        }
        guard key.count == 32, seed.count == 32 else {
            throw SecurityError(
                .securityKeyLength, "AES-256 needs a key of 32 bytes, not \(seed.count).")
        }
        let aes = SecretBytes(count: 32) { $0.copyBytes(from: seed) }
        let mixed = try SecretBytes(count: 32) { result in
            try withWipedMemory(pieceSize) { work in
                for half in [0, 16] {
                    let block = UnsafeMutableRawBufferPointer(rebasing: result[half..<half + 16])
                    key.withBytes { block.copyBytes(from: $0[half..<half + 16]) }
                    try encrypt(block, with: aes, rounds: rounds, work: work)
                }
            }
        }
        return SecretHash.sha256(mixed)
    }

    /// Encrypts one block many times over.
    ///
    /// CBC over zeros does just that: each block of its output is the encryption of the block before,
    /// so that one call of the library makes 65,536 rounds.
    private static func encrypt(
        _ block: UnsafeMutableRawBufferPointer, with key: SecretBytes, rounds: UInt64,
        work: UnsafeMutableRawBufferPointer
    ) throws {
        var initial = Array(block)
        defer { initial.wipe() }
        let cipher = try GcryptCipher(
            GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_CBC, key: key, iv: initial, ivCount: 16)
        var left = rounds
        while left > 0 {
            try Task.checkCancellation()
            let count = Int(min(left, UInt64(work.count / 16)))
            let piece = UnsafeMutableRawBufferPointer(rebasing: work[..<(count * 16)])
            piece.initializeMemory(as: UInt8.self, repeating: 0)
            try cipher.encrypt(piece)
            left -= UInt64(count)
            if left == 0 { block.copyBytes(from: piece[(count * 16 - 16)...]) }
        }
    }
}
