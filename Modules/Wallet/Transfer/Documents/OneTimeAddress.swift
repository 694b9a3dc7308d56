import TenonCore
import TenonMemory
import TenonSecurity

/// Addresses of one-time passwords, `otpauth://totp/…`.
enum OneTimeAddress {
    /// An address with a secret in base 32, and further parameters.
    static func make(_ secret: SecretText, _ parameters: String = "") -> SecretText {
        let result = SecretBuffer(capacity: secret.count + 64)
        result.append("otpauth://totp/Wallet?secret=")
        secret.withBytes { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): result.append(byte & 0xDF)
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: result.append(byte)
                // Spaces between groups, and padding.
                default: continue
                }
            }
        }
        result.append(parameters)
        return result.text
    }

    /// The address of a secret in base 32; any other text as it is, so that nothing of it is lost.
    static func complete(_ text: SecretText) -> SecretText {
        (try? Base32.decode(text)) == nil ? text : make(text)
    }
}
