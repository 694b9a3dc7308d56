import TenonMemory
import TenonSecurity

/// The numbers of the format KDBX.
enum KeePassFormat {
    static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
    /// That of the first trials of KeePass 2, which are written as version 2 is.
    static let trialSignature: [UInt8] = signature.prefix(4) + [0x66, 0xFB, 0x4B, 0xB5]
    /// The least block size that other programs write, and the most that is written here.
    static let blockSize = 1 << 20
    /// The most bytes of a field of the header.
    static let fieldLimit = 1 << 20

    static let aes256: [UInt8] = [
        0x31, 0xC1, 0xF2, 0xE6, 0xBF, 0x71, 0x43, 0x50, 0xBE, 0x58, 0x05, 0x21, 0x6A, 0xFC, 0x5A,
        0xFF,
    ]
    static let twofish: [UInt8] = [
        0xAD, 0x68, 0xF2, 0x9F, 0x57, 0x6F, 0x4B, 0xB9, 0xA3, 0x6A, 0xD4, 0x7A, 0xF9, 0x65, 0x34,
        0x6C,
    ]
    static let chaCha20: [UInt8] = [
        0xD6, 0x03, 0x8A, 0x2B, 0x8B, 0x6F, 0x4C, 0xB5, 0xA5, 0x24, 0x33, 0x9A, 0x31, 0xDB, 0xB5,
        0x9A,
    ]
    static let argon2d: [UInt8] = [
        0xEF, 0x63, 0x6D, 0xDF, 0x8C, 0x29, 0x44, 0x4B, 0x91, 0xF7, 0xA9, 0xA4, 0x03, 0xE3, 0x0A,
        0x0C,
    ]
    static let argon2id: [UInt8] = [
        0x9E, 0x29, 0x8B, 0x19, 0x56, 0xDB, 0x47, 0x73, 0xB2, 0x3D, 0xFC, 0x3E, 0xC6, 0xF0, 0xA1,
        0xE6,
    ]
    /// The derivation with AES, in both of the identifiers that programs write.
    static let aesDerivations: [[UInt8]] = [
        [
            0x7C, 0x02, 0xBB, 0x82, 0x79, 0xA7, 0x4A, 0xC0, 0x92, 0x7D, 0x11, 0x4A, 0x00, 0x64,
            0x82, 0x38,
        ],
        [
            0xC9, 0xD9, 0xF3, 0x9A, 0x62, 0x8A, 0x44, 0x60, 0xBF, 0x74, 0x0D, 0x08, 0xC1, 0x8A,
            0x4F, 0xEA,
        ],
    ]

    /// The nonce of the inner stream of version 3.
    static let salsaNonce: [UInt8] = [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A]

    /// Seconds from year 1 to 1970, from which version 4 counts.
    static let epoch: Int64 = 62_135_596_800
}

/// The cipher of a whole file.
enum KeePassCipher: Equatable {
    case block(BlockCipher)
    case chaCha20

    /// Reads the identifier; `nil` for one that is not known.
    init?(_ identifier: [UInt8]) {
        switch identifier {
        case KeePassFormat.aes256: self = .block(.aes256)
        case KeePassFormat.twofish: self = .block(.twofish)
        case KeePassFormat.chaCha20: self = .chaCha20
        default: return nil
        }
    }

    /// Decrypts in place, and drops the padding.
    func decrypt(_ buffer: SecretBuffer, key: SecretBytes, iv: [UInt8]) throws {
        switch self {
        case .block(let cipher):
            let count = try buffer.withMutableBytes {
                try cipher.decrypt($0, key: key, iv: iv)
            }
            buffer.truncate(to: count)
        case .chaCha20:
            let stream = try StreamCipher(.chaCha20, key: key, nonce: iv)
            try buffer.withMutableBytes { try stream.apply(to: $0) }
        }
    }
}
