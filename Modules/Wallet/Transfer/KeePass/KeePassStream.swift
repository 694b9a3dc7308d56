import TenonCore
import TenonMemory
import TenonSecurity

/// The stream that hides protected values inside of the document, in the order of the document.
final class KeePassStream {
    /// The identifier of the cipher that is written.
    static let chaCha20: UInt32 = 3

    private let cipher: StreamCipher

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - identifier: 2 is Salsa20, 3 ChaCha20.
    ///   - key: Any number of bytes.
    /// - Throws: ``TransferError`` for another cipher.
    init(identifier: UInt32, key: SecretBytes) throws {
        switch identifier {
        case 2:
            cipher = try StreamCipher(
                .salsa20, key: SecretHash.sha256(key), nonce: KeePassFormat.salsaNonce)
        case Self.chaCha20:
            let hash = SecretHash.sha512(key)
            let (half, nonce) = hash.withBytes { bytes in
                (
                    SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<32])),
                    Array(bytes[32..<44])
                )
            }
            cipher = try StreamCipher(.chaCha20, key: half, nonce: nonce)
        default: throw TransferError.keePassCipher
        }
    }

    /// Shows or hides the next value in place.
    func apply(to buffer: SecretBuffer) throws {
        try buffer.withMutableBytes { try cipher.apply(to: $0) }
    }
}
