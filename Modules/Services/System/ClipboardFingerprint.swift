import TenonCore

/// A keyed hash of what was copied, to recognise it later without keeping it.
///
/// It is made with the standard library's `Hasher`, a SipHash whose key is random in every process,
/// and with a salt of its own; two halves make 128 bits. It never leaves the process. SipHash is a
/// keyed pseudo-random function made for short texts, as needed here: to compare for equality, and
/// to reveal nothing about the text without the key. It must not be used where a
/// collision-resistant hash is needed.
struct ClipboardFingerprint: Sendable {
    private let salts: (UInt64, UInt64)
    private let halves: (Int, Int)

    init(of secret: SecretText) {
        salts = (.random(in: .min ... .max), .random(in: .min ... .max))
        halves = Self.halves(of: secret, salts)
    }

    /// Whether a text is the one that the fingerprint was made from; in constant time.
    func matches(_ text: SecretText) -> Bool {
        let other = Self.halves(of: text, salts)
        return (halves.0 ^ other.0) | (halves.1 ^ other.1) == 0
    }

    private static func halves(of text: SecretText, _ salts: (UInt64, UInt64)) -> (Int, Int) {
        text.withBytes { bytes in
            func half(_ salt: UInt64) -> Int {
                var hasher = Hasher()
                hasher.combine(salt)
                hasher.combine(bytes: bytes)
                return hasher.finalize()
            }
            return (half(salts.0), half(salts.1))
        }
    }
}
