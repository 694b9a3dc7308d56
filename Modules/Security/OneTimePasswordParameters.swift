import TenonCore

/// The part of an `otpauth:` address behind the question mark; lent, valid only as long as its bytes.
struct OneTimePasswordParameters {
    /// What makes the codes, and what names them.
    private static let known: Set = [
        "secret", "issuer", "algorithm", "digits", "period", "counter",
    ]
    /// What programs keep for how a code looks in their lists (FreeOTP, Ente Auth).
    private static let passedOver: Set = ["image", "icon", "color", "lock", "codedisplay"]

    /// What refuses a parameter that is not known.
    static var unknown: SecurityError {
        OneTimePassword.refusal(
            "The otpauth address has a parameter that is not known and may change the codes.")
    }

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Refuses what may make other codes than those of the parameters that are known.
    ///
    /// - Throws: `SecurityError` (`securityOneTimePassword`); what was read may be secret, and is not said.
    func check() throws {
        var found: [String: Slice<UnsafeRawBufferPointer>] = [:]
        for parameter in bytes.split(separator: UInt8(ascii: "&")) {
            let key = parameter.prefix { $0 != UInt8(ascii: "=") }
            let name = String(decoding: key, as: UTF8.self).lowercased()
            guard !Self.passedOver.contains(name) else { continue }
            guard Self.known.contains(name) else {
                throw Self.unknown
            }
            let value = parameter.dropFirst(key.count + 1)
            guard found.updateValue(value, forKey: name)?.elementsEqual(value) ?? true else {
                throw OneTimePassword.refusal(
                    "The otpauth address gives a parameter twice, with different values.")
            }
        }
    }

    /// The value of the first parameter with a name, as a secret.
    func secret(_ name: String) -> SecretText? {
        value(of: name).map { value in
            var count = 0
            let decoded = SecretBytes(count: value.count) { target in
                PercentCoding.decode(value, plusIsSpace: true) { byte in
                    target[count] = byte
                    count += 1
                }
            }
            return decoded.withBytes { bytes in
                SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
            }
        }
    }

    /// The value of the first parameter with a name, for values that are not secret.
    func text(_ name: String) -> String? {
        value(of: name).map { value in
            var bytes: [UInt8] = []
            PercentCoding.decode(value, plusIsSpace: true) { bytes.append($0) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The number that the first parameter with a name holds, or `nil` when it is not there.
    ///
    /// - Throws: `SecurityError` (`securityOneTimePassword`) when it is not such a number.
    func number<Number: FixedWidthInteger>(_ name: String) throws -> Number? {
        guard let text = text(name) else { return nil }
        guard let number = Number(text) else {
            throw OneTimePassword.refusal(
                "The otpauth address has no valid number for “\(name)”.")
        }
        return number
    }

    /// The undecoded value of the first parameter with a name, in any case; without a value it is empty.
    private func value(of name: String) -> UnsafeRawBufferPointer? {
        for parameter in bytes.split(separator: UInt8(ascii: "&")) {
            let key = parameter.prefix { $0 != UInt8(ascii: "=") }
            guard String(decoding: key, as: UTF8.self).lowercased() == name else { continue }
            return UnsafeRawBufferPointer(rebasing: parameter.dropFirst(key.count + 1))
        }
        return nil
    }
}
