import TenonCore
import TenonSecurity

/// The keys of a KeePass file, from a password and what the header says.
struct KeePassKeys {
    /// The key of the cipher.
    let cipher: SecretBytes
    /// What the keys of the blocks are made from.
    private let base: SecretBytes

    /// Derives the keys; blocks the calling thread as long as the header asks.
    ///
    /// - Parameter transform: Derives a key from the composite key.
    init(
        password: SecretText, seed: [UInt8],
        transform: (_ composite: SecretBytes) throws -> SecretBytes
    ) throws {
        let composite = Self.composites(password: password, keyFile: nil)[0]
        try self.init(composite: composite, seed: seed, transform: transform)
    }

    /// The composite keys that a password and the key of a key file may mean: without characters, a
    /// password may be none at all, or an empty one.
    static func composites(password: SecretText, keyFile: SecretBytes?) -> [SecretBytes] {
        let hash = SecretHash.sha256(SecretBytes(password))
        guard let keyFile else { return [SecretHash.sha256(hash)] }
        let both = SecretHash.sha256(hash, keyFile)
        return password.isEmpty ? [SecretHash.sha256(keyFile), both] : [both]
    }

    /// Derives the keys from a composite key.
    init(
        composite: SecretBytes, seed: [UInt8],
        transform: (_ composite: SecretBytes) throws -> SecretBytes
    ) throws {
        let transformed = try transform(composite)
        let seed = SecretBytes(count: seed.count) { $0.copyBytes(from: seed) }
        cipher = SecretHash.sha256(seed, transformed)
        base = SecretHash.sha512(seed, transformed, SecretBytes(count: 1) { $0[0] = 1 })
    }

    /// What authenticates a block; the number of the header's is the largest there is.
    func authentication(block: UInt64) -> HMACSHA256 {
        let index = SecretBytes(count: 8) { $0.copyBytes(from: block.littleEndianBytes) }
        return HMACSHA256(key: SecretHash.sha512(index, base))
    }

    /// What authenticates the header.
    var header: HMACSHA256 { authentication(block: .max) }

    /// Derives by the parameters of a header of version 4.
    ///
    /// - Throws: ``TransferError`` for an unknown function; `SecurityError` for absurd parameters.
    static func transform(
        _ composite: SecretBytes, by parameters: KeePassVariants
    ) throws -> SecretBytes {
        let function = try parameters.bytes("$UUID")
        if KeePassFormat.aesDerivations.contains(function) {
            let seed = try parameters.bytes("S")
            guard seed.count == 32 else { throw TransferError.keePassDamaged }
            let rounds = try parameters.number("R")
            try DerivationBudget.checkAES(rounds: rounds)
            return try AESKeyDerivation.deriveKey(from: composite, seed: seed, rounds: rounds)
        }
        let variant: Argon2Variant
        switch function {
        case KeePassFormat.argon2d: variant = .d
        case KeePassFormat.argon2id: variant = .id
        default: throw TransferError.keePassCipher
        }
        let version: Argon2Version
        switch try parameters.number("V") {
        case 0x10: version = .v10
        case 0x13: version = .v13
        default: throw TransferError.keePassCipher
        }
        let argon2 = try ForeignArgon2(
            variant: variant, version: version,
            memory: Int(clamping: try parameters.number("M") / 1_024),
            iterations: Int(clamping: try parameters.number("I")),
            parallelism: Int(clamping: try parameters.number("P")))
        try DerivationBudget.checkArgon2(
            memory: argon2.memory, iterations: argon2.iterations,
            lanes: argon2.parallelism)
        return try argon2.deriveKey(from: composite, salt: try parameters.bytes("S"))
    }
}
