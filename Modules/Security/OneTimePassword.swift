import Crypto
public import TenonCore

/// What makes one-time passwords: by time (TOTP, RFC 6238) or by a counter (HOTP, RFC 4226).
public struct OneTimePassword: Sendable, Equatable {
    /// The hash function below the HMAC.
    public enum Algorithm: String, Sendable, CaseIterable, Codable {
        /// SHA-1, the default that nearly every site uses.
        case sha1 = "SHA1"
        /// SHA-256.
        case sha256 = "SHA256"
        /// SHA-512.
        case sha512 = "SHA512"
    }

    /// What makes a code differ from the one before.
    public enum Factor: Sendable, Equatable {
        /// The time, in periods of so many seconds since 1970.
        case time(period: Int)
        /// A number that grows with every code; the one of the next code.
        case counter(UInt64)
    }

    /// A code, and when it stops being the current one.
    public struct Code: Sendable, Equatable {
        /// The digits.
        public let text: SecretText
        /// How many seconds are left, from the period down to 1; `nil` for codes by counter.
        public let secondsLeft: Int?
        /// The number of seconds that a code is current; `nil` for codes by counter.
        public let period: Int?
        /// The first moment at which another code is current; `nil` for codes by counter.
        public let expires: Timestamp?
    }

    /// How many digits a code may have (RFC 4226, section 5.3).
    static let allowedDigits = 6...8
    /// How many seconds a code may be current.
    static let allowedPeriods = 1...86_400
    /// How many bytes a secret may have.
    static let allowedSecretSizes = 1...1024
    /// How many bytes of the issuer and of the account are kept: an address with both, escaped, is
    /// never longer than what can be read.
    static let longestName = 512

    /// The secret that is shared with the site.
    public let secret: SecretBytes
    /// The hash function.
    public let algorithm: Algorithm
    /// The number of digits.
    public let digits: Int
    /// What makes a code differ from the one before.
    public let factor: Factor
    /// The site that asks for the codes; empty when unknown.
    public let issuer: String
    /// The account of the codes; empty when unknown.
    public let account: String

    /// Makes a generator of codes; the defaults are those of nearly every site.
    ///
    /// Of an issuer and an account, which only label the codes, at most 512 bytes are kept.
    ///
    /// - Throws: `SecurityError` (`securityOneTimePassword`) for a number that is out of bounds.
    public init(
        secret: SecretBytes, algorithm: Algorithm = .sha1, digits: Int = 6,
        factor: Factor = .time(period: 30), issuer: String = "", account: String = ""
    ) throws {
        guard Self.allowedSecretSizes.contains(secret.count) else {
            throw Self.refusal(
                "A one-time-password secret of \(secret.count) bytes is not accepted.")
        }
        guard Self.allowedDigits.contains(digits) else {
            throw Self.refusal("One-time passwords have 6 to 8 digits, not \(digits).")
        }
        if case .time(let period) = factor, !Self.allowedPeriods.contains(period) {
            throw Self.refusal(
                "One-time passwords change every 1 to 86,400 seconds, not every \(period).")
        }
        self.secret = secret
        self.algorithm = algorithm
        self.digits = digits
        self.factor = factor
        self.issuer = Self.shortened(issuer)
        self.account = Self.shortened(account)
    }

    /// Computes the code that is current at a time; one by counter does not depend on it.
    public func code(at time: Timestamp) -> Code {
        switch factor {
        case .counter(let counter):
            return Code(
                text: code(forCounter: counter), secondsLeft: nil, period: nil, expires: nil)
        case .time(let period):
            // RFC 6238, section 4.2, with T0 = 0; there are no codes before 1970.
            let seconds = max(0, time.milliseconds / 1000)
            let (step, elapsed) = seconds.quotientAndRemainder(dividingBy: Int64(period))
            return Code(
                text: code(forCounter: UInt64(step)), secondsLeft: period - Int(elapsed),
                period: period, expires: Timestamp(seconds: (step + 1) * Int64(period)))
        }
    }

    /// The generator of the next code; `nil` for codes by time, and after the last number.
    public var next: OneTimePassword? {
        guard case .counter(let counter) = factor, counter < .max else { return nil }
        return try? OneTimePassword(
            secret: secret, algorithm: algorithm, digits: digits, factor: .counter(counter + 1),
            issuer: issuer, account: account)
    }

    /// Computes the code that belongs to a number (RFC 4226, section 5.3).
    public func code(forCounter counter: UInt64) -> SecretText {
        let number = withUnsafeBytes(of: counter.bigEndian) { message in
            secret.withBytes { key in
                switch algorithm {
                case .sha1: Self.truncatedCode(of: message, key, Insecure.SHA1.self)
                case .sha256: Self.truncatedCode(of: message, key, SHA256.self)
                case .sha512: Self.truncatedCode(of: message, key, SHA512.self)
                }
            }
        }
        let text = SecretBytes(count: digits) { target in
            var rest = number
            for index in target.indices.reversed() {
                target[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        return text.withBytes { SecretText(utf8: $0) }
    }

    /// As many of the first characters as fit.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        var count = 0
        return String(
            name.prefix { character in
                count += character.utf8.count
                return count <= longestName
            })
    }

    /// The error for a secret or an address that cannot be used.
    static func refusal(_ message: Sentence) -> SecurityError {
        SecurityError(
            .securityOneTimePassword, message,
            remedy: "Copy the otpauth address or the secret that the site shows with its QR code.")
    }

    /// The 31 bits of an HMAC that its last byte points at.
    private static func truncatedCode<H: HashFunction>(
        of message: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer, _: H.Type
    ) -> UInt32 {
        let code = HMAC<H>.authenticationCode(for: message, using: SymmetricKey(data: key))
        return code.withUnsafeBytes { bytes in
            let offset = Int(bytes[bytes.count - 1] & 0x0F)
            let word = UInt32(bigEndianBytes: bytes[offset..<offset + 4])
            return word & 0x7FFF_FFFF
        }
    }
}
