import CSodium
import TenonCore

/// Seals messages between two holders of keys: `crypto_box` of NaCl, as libsodium has it.
///
/// X25519 agrees on a key, XSalsa20 encrypts, Poly1305 authenticates. The sealed form is the tag of
/// 16 bytes and the cipher text; the nonce travels apart. A nonce must be new for each message
/// between the same two keys, of either side. Both sides can make what the other could have made: a
/// box proves its sender to no third party.
public struct CryptoBox: Sendable {
    /// A secret key, and the public one that goes to the other side.
    public struct KeyPair: Sendable {
        /// The 32 bytes for the other side.
        public let publicKey: [UInt8]
        /// The 32 bytes that stay here.
        public let secretKey: SecretBytes

        /// Makes a random pair.
        public static func make() throws -> KeyPair { try KeyPair(secretKey: .random(count: 32)) }

        /// Takes a secret key and derives the public one.
        ///
        /// - Throws: `SecurityError` (`securityKeyLength`) for a key that has not 32 bytes.
        public init(secretKey: SecretBytes) throws {
            try CryptoBox.check(secretKey.count)
            var publicKey = [UInt8](repeating: 0, count: CryptoBox.keyCount)
            let isDone = secretKey.withBytes { secret in
                secret.octets.map { crypto_scalarmult_base(&publicKey, $0) == 0 } ?? false
            }
            guard isDone else { throw CryptoBox.failure }
            self.publicKey = publicKey
            self.secretKey = secretKey
        }
    }

    /// The number of bytes of a key, secret or public.
    public static let keyCount = 32
    /// The number of bytes of a nonce.
    public static let nonceCount = 24
    /// By how many bytes the sealed form is longer than the plain one.
    public static let overhead = 16

    private static let isReady = sodium_init() >= 0

    fileprivate static var failure: SecurityError {
        SecurityError(.securityFailure, "Sealing failed.")
    }

    /// What both sides can compute: `crypto_box_beforenm`.
    private let sharedKey: SecretBytes

    /// Agrees on a key with the other side.
    ///
    /// - Throws: `SecurityError`: `securityKeyLength` for a public key that has not 32 bytes,
    ///   `securityBrokenSeal` for one with which everybody would know the shared key.
    public init(_ pair: KeyPair, with publicKey: [UInt8]) throws {
        try Self.check(publicKey.count)
        guard Self.isReady else { throw Self.failure }
        sharedKey = try SecretBytes(count: Self.keyCount) { shared in
            let isDone = pair.secretKey.withBytes { secret in
                guard let shared = shared.octets, let secret = secret.octets else { return false }
                return crypto_box_beforenm(shared, publicKey, secret) == 0
            }
            guard isDone else { throw Self.broken }
        }
    }

    /// Makes a nonce with the kernel's random generator.
    public static func makeNonce() -> [UInt8] {
        SecretBytes.random(count: nonceCount).withBytes { Array($0) }
    }

    /// The nonce after this one: the bytes as one little-endian number, plus one.
    public static func incremented(_ nonce: [UInt8]) -> [UInt8] {
        var next = nonce
        for index in next.indices {
            next[index] &+= 1
            if next[index] != 0 { break }
        }
        return next
    }

    /// Seals a message.
    ///
    /// - Throws: `SecurityError` (`securityKeyLength`) for a nonce that has not 24 bytes.
    public func seal(_ plain: UnsafeRawBufferPointer, nonce: [UInt8]) throws -> [UInt8] {
        try Self.checkNonce(nonce)
        var sealed = [UInt8](repeating: 0, count: plain.count + Self.overhead)
        let isDone = sharedKey.withBytes { key in
            sealed.withUnsafeMutableBytes { sealed in
                guard let key = key.octets, let target = sealed.octets else { return false }
                // The library wants an address where there are no plain bytes, too.
                return crypto_box_easy_afternm(
                    target, plain.octets ?? UnsafePointer(target), UInt64(plain.count), nonce, key)
                    == 0
            }
        }
        guard isDone else { throw Self.failure }
        return sealed
    }

    /// Opens a sealed message.
    ///
    /// - Throws: `SecurityError`: `securityBrokenSeal` when a byte was changed or keys or nonce are
    ///   others, `securityKeyLength` for a nonce that has not 24 bytes.
    public func open(_ sealed: [UInt8], nonce: [UInt8]) throws -> SecretBytes {
        try Self.checkNonce(nonce)
        guard sealed.count >= Self.overhead else { throw Self.broken }
        return try SecretBytes(count: sealed.count - Self.overhead) { plain in
            var nothing: UInt8 = 0
            let isDone = sharedKey.withBytes { key in
                withUnsafeMutablePointer(to: &nothing) { nothing in
                    guard let key = key.octets else { return false }
                    return crypto_box_open_easy_afternm(
                        plain.octets ?? nothing, sealed, UInt64(sealed.count), nonce, key) == 0
                }
            }
            guard isDone else { throw Self.broken }
        }
    }

    private static var broken: SecurityError {
        SecurityError(
            .securityBrokenSeal, "A sealed message was changed, or belongs to other keys.",
            remedy: "Connect again.")
    }

    fileprivate static func check(_ count: Int) throws {
        guard count == keyCount else {
            throw SecurityError(
                .securityKeyLength, "A box needs keys of \(keyCount) bytes, not \(count).")
        }
    }

    private static func checkNonce(_ nonce: [UInt8]) throws {
        guard nonce.count == nonceCount else {
            throw SecurityError(
                .securityKeyLength,
                "A box needs a nonce of \(nonceCount) bytes, not \(nonce.count).")
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The address of the first byte, as the library wants it; `nil` when there is none.
    fileprivate var octets: UnsafePointer<UInt8>? {
        isEmpty ? nil : baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte, as the library wants it; `nil` when there is none.
    fileprivate var octets: UnsafeMutablePointer<UInt8>? {
        isEmpty ? nil : baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}
