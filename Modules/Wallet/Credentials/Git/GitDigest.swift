import TenonCore
import TenonMemory
import TenonSecurity

/// Tells whether texts and a password are the same as before, without keeping them.
///
/// The HMAC of the texts and the password, under a random key that is kept with the login.
struct GitDigest {
    private static let keyCount = 16

    private let key: [UInt8]

    /// Takes a new key.
    init() { key = SecretBytes.random(count: Self.keyCount).withBytes { Array($0) } }

    /// Takes a key as ``hexadecimalKey`` gave it; `nil` for anything else.
    init?(hexadecimalKey text: Substring) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count == 2 * Self.keyCount else { return nil }
        key = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    /// The key, as it is kept.
    var hexadecimalKey: String { key.hexadecimal() }

    /// The code of texts and a password, in hexadecimal.
    func code(of texts: [String], _ password: SecretText) -> String {
        let said = SecretBuffer()
        for text in texts {
            said.append(text)
            said.append(0)
        }
        said.append(password)
        let hash = HMACSHA256(key: key.withUnsafeBytes { SecretBytes(copying: $0) })
        return said.withBytes { hash.authenticationCode(for: $0) }.hexadecimal()
    }
}
