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

    static let aes256 = identifier(0x31C1F2E6_BF714350_BE580521_6AFC5AFF)
    static let twofish = identifier(0xAD68F29F_576F4BB9_A36AD47A_F965346C)
    static let chaCha20 = identifier(0xD6038A2B_8B6F4CB5_A524339A_31DBB59A)
    static let argon2d = identifier(0xEF636DDF_8C29444B_91F7A9A4_03E30A0C)
    static let argon2id = identifier(0x9E298B19_56DB4773_B23DFC3E_C6F0A1E6)
    /// The derivation with AES, in both of the identifiers that programs write.
    static let aesDerivations = [
        identifier(0x7C02BB82_79A74AC0_927D114A_00648238),
        identifier(0xC9D9F39A_628A4460_BF740D08_C18A4FEA),
    ]

    /// The nonce of the inner stream of version 3.
    static let salsaNonce: [UInt8] = [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A]

    /// Seconds from year 1 to 1970, from which version 4 counts.
    static let epoch: Int64 = 62_135_596_800

    /// The bytes of an identifier, in the order in which they are written.
    private static func identifier(_ number: UInt128) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
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
