import Foundation
public import TenonCore

extension OneTimePassword {
    /// How many bytes an address or a secret may have as text.
    private static let longestText = 8192

    /// Reads an `otpauth:` address or a bare secret in base 32.
    ///
    /// The address is that of Google's key URI format: a kind (`totp`, `hotp`), a label of issuer and
    /// account, and the parameters `secret`, `issuer`, `algorithm`, `digits`, `period` and `counter`.
    /// Names and kinds are read in any case, and what is absent has its usual value. Pictures and
    /// colours are passed over. An address with any other parameter is refused, since its codes
    /// may be other ones, and so is one that gives a parameter two values, or none to one that
    /// codes of its kind are made with. A bare secret makes codes with the usual values.
    ///
    /// - Throws: `SecurityError` (`securityOneTimePassword`); its text never holds what was read.
    public init(reading text: SecretText) throws {
        guard text.count <= Self.longestText else {
            throw Self.refusal("The one-time-password secret is longer than 8,192 bytes.")
        }
        self = try text.withBytes { bytes in
            let start = bytes.drop { $0 <= UInt8(ascii: " ") }
            guard let colon = start.firstIndex(of: UInt8(ascii: ":")) else {
                return try OneTimePassword(secret: Base32.decode(text))
            }
            switch String(decoding: start[..<colon], as: UTF8.self).lowercased() {
            case "otpauth":
                return try OneTimePassword(
                    address: UnsafeRawBufferPointer(rebasing: start[(colon + 1)...]))
            case "otpauth-migration":
                throw SecurityError(
                    .securityOneTimePassword,
                    "This address holds several accounts at once, in the form of a single app.",
                    remedy: "Copy the otpauth address or the secret of the one account instead.")
            default:
                throw Self.refusal(
                    "This is neither an otpauth address nor a secret in base 32.")
            }
        }
    }

    /// Writes the `otpauth:` address, which holds the secret.
    ///
    /// Reading it gives this value again. Parameters with their usual value are left out.
    public func address() -> SecretText {
        var kind = "totp"
        var rest = ""
        if !issuer.isEmpty { rest += "&issuer=\(Self.escape(issuer))" }
        if algorithm != .sha1 { rest += "&algorithm=\(algorithm.rawValue)" }
        if digits != 6 { rest += "&digits=\(digits)" }
        switch factor {
        case .time(let period): if period != 30 { rest += "&period=\(period)" }
        case .counter(let counter):
            kind = "hotp"
            rest += "&counter=\(counter)"
        }
        var label = Self.escape(account)
        // The colon parts issuer and account; without an issuer, one in the account must not.
        if !issuer.isEmpty || account.contains(":") { label = "\(Self.escape(issuer)):\(label)" }
        let start = "otpauth://\(kind)/\(label)?secret="
        let digits = Base32.encode(secret)
        let end = start.utf8.count + digits.count
        let address = SecretBytes(count: end + rest.utf8.count) { target in
            target.copyBytes(from: start.utf8)
            digits.withBytes { digits in
                UnsafeMutableRawBufferPointer(rebasing: target[start.utf8.count..<end])
                    .copyMemory(from: digits)
            }
            UnsafeMutableRawBufferPointer(rebasing: target[end...]).copyBytes(from: rest.utf8)
        }
        return address.withBytes { SecretText(utf8: $0) }
    }

    /// Reads what follows `otpauth:`.
    private init(address: UnsafeRawBufferPointer) throws {
        let whole = address.prefix { $0 != UInt8(ascii: "#") }
        let path = whole.prefix { $0 != UInt8(ascii: "?") }
        let parameters = OneTimePasswordParameters(
            UnsafeRawBufferPointer(rebasing: whole.dropFirst(path.count + 1)))
        try parameters.check()
        // A `#` in a name that is not escaped would hide the parameters behind it.
        guard !address.dropFirst(whole.count).contains(where: { "&=".utf8.contains($0) }) else {
            throw OneTimePasswordParameters.unknown
        }
        // Nothing is secret before the question mark: `//totp/Issuer:account`.
        let parts = String(decoding: path, as: UTF8.self).drop { $0 == "/" }
            .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let factor: Factor
        switch parts[0].lowercased() {
        case "totp": factor = .time(period: try parameters.number("period") ?? 30)
        case "hotp": factor = .counter(try parameters.number("counter") ?? 0)
        default:
            throw Self.refusal("The otpauth address is neither totp nor hotp.")
        }
        guard let secret = parameters.secret("secret") else {
            throw Self.refusal("The otpauth address has no secret.")
        }
        let label = Self.label(parts.count > 1 ? parts[1] : "")
        let issuer = parameters.text("issuer") ?? ""
        try self.init(
            secret: Base32.decode(secret),
            algorithm: parameters.text("algorithm").map(Self.algorithm(named:)) ?? .sha1,
            digits: parameters.number("digits") ?? 6, factor: factor,
            issuer: issuer.isEmpty ? label.issuer : issuer, account: label.account)
    }

    /// Reads a name in the spellings that are about: `SHA1`, `sha-256`, `HmacSHA512`.
    private static func algorithm(named name: String) throws -> Algorithm {
        var plain = name.uppercased().filter { $0.isLetter || $0.isNumber }
        if plain.hasPrefix("HMAC") { plain.removeFirst(4) }
        guard let known = Algorithm(rawValue: plain) else {
            throw refusal("The otpauth address names an unknown algorithm.")
        }
        return known
    }

    /// Reads `Issuer:account`; the colon may be escaped when there is but one.
    private static func label(_ text: Substring) -> (issuer: String, account: String) {
        var parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.removingPercentEncoding ?? String($0) }
        if parts.count == 1 {
            parts = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0) }
        }
        let issuer = parts.count > 1 ? parts[0] : ""
        return (issuer, String(parts[parts.count - 1].drop { $0 == " " }))
    }

    /// Escapes everything but the unreserved characters of RFC 3986, section 2.3.
    private static func escape(_ text: String) -> String {
        PercentCoding.encode(text.utf8) { !PercentCoding.isUnreserved($0) }
    }
}
