import CGcrypt
import TenonCore

/// The library of ciphers that only files of other programs use.
enum Gcrypt {
    private static let isStarted = tenon_gcrypt_start() == 1

    /// Starts the library once.
    ///
    /// - Throws: ``SecurityError`` (`securityFailure`) when it is too old.
    static func start() throws {
        guard isStarted else {
            throw SecurityError(.securityFailure, "The library libgcrypt is too old.")
        }
    }

    /// Takes what a function of the library returned.
    ///
    /// - Throws: ``SecurityError`` (`securityFailure`) unless it is success.
    static func check(_ status: gcry_error_t) throws {
        guard status != 0 else { return }
        let reason = gcry_strerror(status).map { String(cString: $0) } ?? "\(status)"
        throw SecurityError(.securityFailure, "A cipher failed: \(reason).")
    }
}

/// A cipher with its key and its place in the stream; wiped by the library when it goes.
final class GcryptCipher {
    private let handle: gcry_cipher_hd_t

    /// Opens a cipher.
    ///
    /// - Throws: ``SecurityError``: `securityKeyLength` for a key or nonce of the wrong length.
    init(
        _ algorithm: gcry_cipher_algos, _ mode: gcry_cipher_modes, key: SecretBytes, iv: [UInt8],
        ivCount: Int
    ) throws {
        try Gcrypt.start()
        let algorithm = Int32(algorithm.rawValue)
        guard key.count == gcry_cipher_get_algo_keylen(algorithm), iv.count == ivCount else {
            throw SecurityError(
                .securityKeyLength,
                "A cipher got a key of \(key.count) and a nonce of \(iv.count) bytes.")
        }
        var opened: gcry_cipher_hd_t?
        try Gcrypt.check(gcry_cipher_open(&opened, algorithm, Int32(mode.rawValue), 0))
        guard let opened else {
            throw SecurityError(.securityFailure, "The cipher is unknown.")
        }
        handle = opened
        try key.withBytes {
            try Gcrypt.check(gcry_cipher_setkey(handle, $0.baseAddress, $0.count))
        }
        if !iv.isEmpty { try Gcrypt.check(gcry_cipher_setiv(handle, iv, iv.count)) }
    }

    deinit { gcry_cipher_close(handle) }

    /// Encrypts bytes in place.
    func encrypt(_ bytes: UnsafeMutableRawBufferPointer) throws {
        guard !bytes.isEmpty else { return }
        try Gcrypt.check(gcry_cipher_encrypt(handle, bytes.baseAddress, bytes.count, nil, 0))
    }

    /// Decrypts bytes in place.
    func decrypt(_ bytes: UnsafeMutableRawBufferPointer) throws {
        guard !bytes.isEmpty else { return }
        try Gcrypt.check(gcry_cipher_decrypt(handle, bytes.baseAddress, bytes.count, nil, 0))
    }
}
