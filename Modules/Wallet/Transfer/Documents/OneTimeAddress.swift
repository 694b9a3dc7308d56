import TenonCore

/// Addresses of one-time passwords, `otpauth://totp/…`.
enum OneTimeAddress {
    /// An address with a secret in base 32, and further parameters.
    static func make(_ secret: SecretText, _ parameters: String = "") -> SecretText {
        let result = WipedBuffer(capacity: secret.count + 64)
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

    /// The text itself when it is an address, and otherwise the address of the secret that it is.
    static func complete(_ text: SecretText) -> SecretText {
        let isAddress = text.withBytes { bytes in
            bytes.prefix(64).contains(UInt8(ascii: ":"))
        }
        return isAddress ? text : make(text)
    }
}
