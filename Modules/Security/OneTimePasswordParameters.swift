import TenonCore

/// The part of an `otpauth:` address behind the question mark; lent, valid only as long as its bytes.
struct OneTimePasswordParameters {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The value of the first parameter with a name, as a secret.
    func secret(_ name: String) -> SecretText? {
        value(of: name).map { value in
            let decoded = SecretBytes(count: value.count) { target in
                var count = 0
                PercentCoding.decode(value, plusIsSpace: true) { byte in
                    target[count] = byte
                    count += 1
                }
            }
            return decoded.withBytes { bytes in
                // A decoded zero is not a character of a secret either.
                SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 }))
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

    /// The number that the first parameter with a name holds, or `nil` when it is not there or empty.
    ///
    /// - Throws: `SecurityError` (`securityOneTimePassword`) when it is not such a number.
    func number<Number: FixedWidthInteger>(_ name: String) throws -> Number? {
        guard let text = text(name), !text.isEmpty else { return nil }
        guard let number = Number(text) else {
            throw OneTimePassword.refusal(
                "The otpauth address has no valid number for “\(name)”.")
        }
        return number
    }

    /// The undecoded value of the first parameter with a name, in any case.
    private func value(of name: String) -> UnsafeRawBufferPointer? {
        for parameter in bytes.split(separator: UInt8(ascii: "&")) {
            let key = parameter.prefix { $0 != UInt8(ascii: "=") }
            guard key.count < parameter.count,
                String(decoding: key, as: UTF8.self).lowercased() == name
            else { continue }
            return UnsafeRawBufferPointer(rebasing: parameter.dropFirst(key.count + 1))
        }
        return nil
    }
}
