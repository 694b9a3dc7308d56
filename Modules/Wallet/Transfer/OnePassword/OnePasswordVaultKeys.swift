import TenonCore
import TenonMemory
import TenonSecurity

/// A pair of keys of a vault of 1Password, and what they open.
struct OnePasswordVaultKeys: Sendable {
    /// A value is another one than what was asked for, or was changed.
    struct Damage: Error {}

    private static let magic = Array("opdata01".utf8)
    private static let codeCount = 32

    private let cipher: SecretBytes
    private let authentication: HMACSHA256

    /// Takes 64 bytes: the key of the cipher, then the one of the codes.
    init(_ keys: SecretBytes) {
        (cipher, authentication) = keys.withBytes { bytes in
            (
                SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(32))),
                HMACSHA256(
                    key: SecretBytes(
                        copying: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(32))))
            )
        }
    }

    /// The keys that some random bytes stand for.
    init(hashOf bytes: SecretBuffer) {
        self.init(SecretHash.sha512(bytes.withBytes { SecretBytes(copying: $0) }))
    }

    /// Opens a value in base64: `opdata01`, its length, the vector, the cipher text, whose first bytes
    /// are padding, and the code.
    ///
    /// - Throws: ``Damage``; `SecurityError`.
    func open(_ text: SecretText) throws -> SecretBuffer {
        guard let data = text.withBytes({ Base64.decode($0) }) else { throw Damage() }
        return try data.withBytes { bytes in
            var cursor = ByteCursor(try verified(bytes))
            guard let magic = try? cursor.take(8), magic.elementsEqual(Self.magic),
                let count = try? cursor.number(UInt64.self), let iv = try? cursor.take(16),
                count <= cursor.left
            else { throw Damage() }
            let plain = try decrypt(cursor.rest, Array(iv))
            let result = SecretBuffer(capacity: Int(count) + 1)
            plain.withBytes {
                result.append(UnsafeRawBufferPointer(rebasing: $0.suffix(Int(count))))
            }
            return result
        }
    }

    /// The object in such a value.
    func document(_ text: SecretText) throws -> JSONValue {
        let value = try DocumentContent.json(try open(text).text)
        guard case .object = value else { throw Damage() }
        return value
    }

    /// The keys of an item, in base64: the vector, 64 bytes of cipher text, and the code.
    ///
    /// - Throws: ``Damage``; `SecurityError`.
    func itemKeys(_ text: SecretText) throws -> OnePasswordVaultKeys {
        guard let data = text.withBytes({ Base64.decode($0) }), data.count == 112 else {
            throw Damage()
        }
        return try data.withBytes { bytes in
            var cursor = ByteCursor(try verified(bytes))
            let iv = Array(try cursor.take(16))
            let keys = try decrypt(cursor.rest, iv)
            return OnePasswordVaultKeys(keys.withBytes { SecretBytes(copying: $0) })
        }
    }

    /// The bytes before the code, when it is theirs.
    private func verified(_ bytes: UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer {
        let count = bytes.count - Self.codeCount
        guard count > 0 else { throw Damage() }
        let message = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        guard authentication.isValid(code: Array(bytes[count...]), for: message) else {
            throw Damage()
        }
        return message
    }

    private func decrypt(_ bytes: UnsafeRawBufferPointer, _ iv: [UInt8]) throws -> SecretBuffer {
        let result = SecretBuffer(capacity: bytes.count + 1)
        result.append(bytes)
        try result.withMutableBytes {
            try BlockCipher.aes256.decryptBlocks($0, key: cipher, iv: iv)
        }
        return result
    }
}
