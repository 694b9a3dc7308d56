import TenonCore
import TenonMemory
import TenonSecurity

/// Makes the export of Bitwarden that is protected by a password of its own, as ``BitwardenDecryption``
/// opens it.
///
/// The layout is that of "Encrypted export" in Bitwarden's help and of `BitwardenPasswordProtectedFileFormat`
/// in its clients: a key derived by Argon2id from the password and the SHA-256 of the salt's text, expanded
/// to a key for AES-256-CBC and one for HMAC-SHA-256.
struct BitwardenEncryption {
    /// How the key is derived; the memory counts in whole MiB.
    let argon2id: Argon2id

    /// Makes the file around a document; blocks the calling thread as long as the derivation takes.
    ///
    /// - Throws: `SecurityError`.
    func file(_ document: SecretBuffer, password: SecretText) throws -> SecretBuffer {
        let salt = Base64.encode(Self.random(16))
        let memory = max(1, argon2id.memory / 1_024)
        let hash = Array(salt.utf8).withUnsafeBytes { SecretHash.sha256(of: $0) }
        let key = try Argon2id(
            memory: memory * 1_024, iterations: argon2id.iterations,
            parallelism: argon2id.parallelism
        ).deriveKey(from: SecretBytes(password), salt: hash)
        let keys = BitwardenKeys(key)
        // Any text will do: it only shows whether a password is right.
        let validation = SecretBuffer(capacity: 64)
        validation.append(Base64.encode(Self.random(24)))
        let file: JSONValue = [
            "encrypted": .bool(true), "passwordProtected": .bool(true), "salt": .string(salt),
            "kdfType": .number(1), "kdfIterations": .number(argon2id.iterations),
            "kdfMemory": .number(memory), "kdfParallelism": .number(argon2id.parallelism),
            "encKeyValidation_DO_NOT_EDIT": try sealed(validation, keys),
            "data": try sealed(document, keys),
        ]
        return file.encoded
    }

    /// A text as Bitwarden seals it: `2.iv|text|code`.
    private func sealed(_ plain: SecretBuffer, _ keys: BitwardenKeys) throws -> JSONValue {
        let iv = Self.random(BlockCipher.blockSize)
        let room = BlockCipher.encryptedCount(plain.count)
        let text = SecretBuffer(capacity: room)
        text.append(plain)
        text.append([UInt8](repeating: 0, count: room - plain.count))
        try text.withMutableBytes {
            try BlockCipher.aes256.encrypt($0, count: plain.count, key: keys.encryption, iv: iv)
        }
        let message = SecretBuffer(capacity: iv.count + room)
        message.append(iv)
        message.append(text)
        let code = message.withBytes { keys.authentication.authenticationCode(for: $0) }
        let result = SecretBuffer(capacity: room / 3 * 4 + 128)
        result.append("2.\(Base64.encode(iv))|")
        text.withBytes { Base64.encode($0, to: result) }
        result.append("|\(Base64.encode(code))")
        return .string(result.text)
    }

    private static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}

/// The two keys that Bitwarden makes of one, by the expansion of HKDF.
struct BitwardenKeys {
    let encryption: SecretBytes
    let authentication: HMACSHA256

    init(_ key: SecretBytes) {
        encryption = Self.expand(key, "enc")
        authentication = HMACSHA256(key: Self.expand(key, "mac"))
    }

    /// The expansion of HKDF (RFC 5869 section 2.3) for one block, which is all that is needed here.
    private static func expand(_ key: SecretBytes, _ info: String) -> SecretBytes {
        let message = Array(info.utf8) + [1]
        let block = message.withUnsafeBytes { HMACSHA256(key: key).authenticationCode(for: $0) }
        return SecretBytes(count: block.count) { $0.copyBytes(from: block) }
    }
}
