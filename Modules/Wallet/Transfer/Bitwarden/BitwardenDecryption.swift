import TenonCore
import TenonMemory
import TenonSecurity

/// Opens the export of Bitwarden that is protected by a password of its own.
struct BitwardenDecryption {
    private let keys: BitwardenKeys

    /// Derives the keys; blocks the calling thread.
    ///
    /// - Throws: ``TransferError`` for an export that is bound to an account, or damaged;
    ///   `SecurityError` for absurd parameters.
    init(_ document: JSONValue, password: SecretText) throws {
        let salt = document["salt"]?.text ?? ""
        guard !salt.isEmpty, let iterations = document["kdfIterations"]?.integer else {
            throw TransferError.bitwardenDamaged
        }
        let key: SecretBytes
        switch document["kdfType"]?.integer {
        case 0:
            // The salt is the text as it stands there, not what it encodes.
            try DerivationBudget.checkPBKDF2(iterations: iterations)
            key = try PBKDF2.deriveKey(
                from: SecretBytes(password), salt: Array(salt.utf8), iterations: iterations)
        case 1:
            guard let memory = document["kdfMemory"]?.integer, (1...1 << 20).contains(memory),
                let lanes = document["kdfParallelism"]?.integer
            else { throw TransferError.bitwardenDamaged }
            try DerivationBudget.checkArgon2(
                memory: memory * 1_024, iterations: iterations, lanes: lanes)
            let hash = Array(salt.utf8).withUnsafeBytes { SecretHash.sha256(of: $0) }
            key = try ForeignArgon2(
                variant: .id, memory: memory * 1_024, iterations: iterations, parallelism: lanes
            ).deriveKey(from: SecretBytes(password), salt: hash)
        default: throw TransferError.bitwardenDamaged
        }
        keys = BitwardenKeys(key)
    }

    /// Opens the document inside.
    ///
    /// - Throws: ``TransferError``: `transferWrongPassword`, or `transferDamaged` when only the data do
    ///   not belong to the password.
    func open(_ document: JSONValue) throws -> SecretBuffer {
        guard let validation = document["encKeyValidation_DO_NOT_EDIT"],
            let data = document["data"]
        else { throw TransferError.bitwardenDamaged }
        guard try sealed(validation).isValid(keys.authentication) else {
            throw TransferError.wrongPassword
        }
        let sealed = try sealed(data)
        guard sealed.isValid(keys.authentication) else { throw TransferError.bitwardenDamaged }
        do {
            let count = try sealed.text.withMutableBytes {
                try BlockCipher.aes256.decrypt($0, key: keys.encryption, iv: sealed.iv)
            }
            sealed.text.truncate(to: count)
        } catch let error as SecurityError where error.code == .securityBrokenSeal {
            throw TransferError.bitwardenDamaged
        }
        return sealed.text
    }

    /// A text as Bitwarden seals it: `2.iv|text|code`, AES-256-CBC and then HMAC-SHA-256.
    private struct Sealed {
        let iv: [UInt8]
        let text: SecretBuffer
        let code: [UInt8]

        func isValid(_ authentication: HMACSHA256) -> Bool {
            let message = SecretBuffer(capacity: text.count + iv.count)
            message.append(iv)
            message.append(text)
            return message.withBytes { authentication.isValid(code: code, for: $0) }
        }
    }

    private func sealed(_ value: JSONValue) throws -> Sealed {
        guard case .string(let text) = value else { throw TransferError.bitwardenDamaged }
        return try text.withBytes { bytes in
            let parts = bytes.dropFirst(2).split(
                separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            guard bytes.starts(with: Array("2.".utf8)), parts.count == 3,
                let iv = Base64.decode(UnsafeRawBufferPointer(rebasing: parts[0])),
                let cipherText = Base64.decode(UnsafeRawBufferPointer(rebasing: parts[1])),
                let code = Base64.decode(UnsafeRawBufferPointer(rebasing: parts[2])),
                iv.count == 16, code.count == 32
            else { throw TransferError.bitwardenDamaged }
            return Sealed(
                iv: iv.withBytes { Array($0) }, text: cipherText, code: code.withBytes { Array($0) }
            )
        }
    }
}
