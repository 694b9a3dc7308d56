import TenonCore
import TenonMemory
import TenonSecurity

/// What becomes of a text about one-time codes in a file of another program.
///
/// A text is taken only when the codes that Wallet makes of it are those of the other program. Codes
/// of Steam (five letters and digits) are not made here, and neither are those of other lengths.
enum OneTimeCode {
    /// The label of the field that keeps what makes no codes here.
    static let label = "otp"

    /// The address or secret in base 32 that a text is or means; `nil` when it makes no codes here.
    ///
    /// Besides addresses and secrets this reads the query that the plugin KeeOtp keeps
    /// (`key=…&size=6&step=30`; its source, `OtpAuthData.cs`, has the names).
    static func read(_ text: SecretText) -> SecretText? {
        text.withBytes { bytes in
            let bytes = trimmed(bytes)
            let text = SecretText(utf8: bytes)
            if begins(bytes, with: "key=") || find("&key=", in: bytes) {
                return Query(bytes).address
            }
            return (try? OneTimePassword(reading: text)) == nil ? nil : text
        }
    }

    /// The address of a secret, or `nil` for values that no codes are made with here.
    static func address(
        _ secret: SecretBytes, algorithm: String = "", digits: Int = 6,
        factor: OneTimePassword.Factor = .time(period: 30)
    ) -> SecretText? {
        let name = algorithm.uppercased().filter { $0.isLetter || $0.isNumber }
        let plain = name.hasPrefix("HMAC") ? String(name.dropFirst(4)) : name
        guard let algorithm = OneTimePassword.Algorithm(rawValue: plain.isEmpty ? "SHA1" : plain),
            let password = try? OneTimePassword(
                secret: secret, algorithm: algorithm, digits: digits, factor: factor)
        else { return nil }
        return password.address()
    }

    /// The bytes that a text stands for; `nil` when it is not in that encoding.
    static func secret(_ text: SecretText, in encoding: Encoding) -> SecretBytes? {
        guard !text.isEmpty else { return nil }
        switch encoding {
        case .text: return SecretBytes(text)
        case .base32: return try? Base32.decode(text)
        case .base64:
            return text.withBytes { Base64.decode($0) }
                .map { $0.withBytes { SecretBytes(copying: $0) } }
        case .hex: return text.withBytes(hex)
        }
    }

    /// How a secret is written.
    enum Encoding {
        case text
        case hex
        case base32
        case base64
    }

    private static func hex(_ text: UnsafeRawBufferPointer) -> SecretBytes? {
        let digits = text.filter { $0 != 0x20 && $0 != UInt8(ascii: "-") }
        let values = digits.compactMap(\.hexadecimalValue)
        guard values.count == digits.count, !values.isEmpty, values.count.isMultiple(of: 2) else {
            return nil
        }
        return SecretBytes(count: values.count / 2) { target in
            for index in target.indices {
                target[index] = values[2 * index] << 4 | values[2 * index + 1]
            }
        }
    }

    /// The bytes without white space around them.
    static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var rest = bytes.drop { $0 <= 0x20 }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return UnsafeRawBufferPointer(rebasing: rest)
    }

    /// Whether bytes begin with an ASCII text, which is given in lower case, in any case.
    static func begins(_ bytes: some Collection<UInt8>, with text: String) -> Bool {
        bytes.count >= text.utf8.count && zip(bytes, text.utf8).allSatisfy { lowered($0) == $1 }
    }

    /// Whether an ASCII text, which is given in lower case, is somewhere in bytes, in any case.
    static func find(_ text: String, in bytes: some Collection<UInt8>) -> Bool {
        bytes.indices.contains { begins(bytes[$0...], with: text) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        0x41...0x5A ~= byte ? byte | 0x20 : byte
    }
}

extension OneTimeCode {
    /// What KeeOtp keeps: `key`, `type` (`totp`, `hotp` or `steam`), `size`, `step`, `counter`,
    /// `encoding` and `otpHashMode`.
    private struct Query {
        private static let known: Set = [
            "key", "type", "size", "step", "counter", "encoding", "otphashmode",
        ]

        private let parts: [(name: String, value: SecretText)]

        init(_ bytes: UnsafeRawBufferPointer) {
            parts = bytes.split(separator: UInt8(ascii: "&")).map { part in
                let name = part.prefix { $0 != UInt8(ascii: "=") }
                return (
                    String(decoding: name, as: UTF8.self).lowercased(),
                    Self.decoded(part.dropFirst(name.count + 1))
                )
            }
        }

        var address: SecretText? {
            // What is not known, empty, or said in two ways, may make other codes.
            guard parts.allSatisfy({ isKnown($0.name, $0.value) }),
                let key = self["key"], let encoding,
                let secret = OneTimeCode.secret(key, in: encoding),
                let digits = number("size", else: 6), let period = number("step", else: 30),
                let counter = number("counter", else: 0), counter >= 0
            else { return nil }
            let factor: OneTimePassword.Factor
            switch text("type") {
            case "", "totp": factor = .time(period: period)
            case "hotp": factor = .counter(UInt64(counter))
            default: return nil
            }
            return OneTimeCode.address(
                secret, algorithm: text("otphashmode"), digits: digits, factor: factor)
        }

        private func isKnown(_ name: String, _ value: SecretText) -> Bool {
            Self.known.contains(name) && !value.isEmpty && self[name] == value
        }

        private subscript(_ name: String) -> SecretText? {
            parts.first { $0.name == name }?.value
        }

        private func text(_ name: String) -> String {
            self[name].map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }?
                .lowercased() ?? ""
        }

        /// A number; the usual one when it is absent, `nil` when it is not a number.
        private func number(_ name: String, else usual: Int) -> Int? {
            self[name] == nil ? usual : Int(text(name))
        }

        private var encoding: Encoding? {
            switch text("encoding") {
            case "", "base32": .base32
            case "base64": .base64
            case "hex": .hex
            case "utf8", "utf-8": .text
            default: nil
            }
        }

        private static func decoded(_ value: Slice<UnsafeRawBufferPointer>) -> SecretText {
            let result = SecretBuffer(capacity: value.count + 1)
            result.append(percentDecoding: value)
            return result.text
        }
    }
}
