import FoundationEssentials
import TenonSecurity

/// The hash of a body (RFC 9530), by SHA-256.
package enum ContentDigest {
    /// The field `Content-Digest` of a body.
    package static func text(of body: [UInt8]) -> String {
        let hash = body.withUnsafeBytes { SecretHash.sha256(of: $0) }
        return "sha-256=:\(Base64Text.plain(hash)):"
    }

    /// Whether a field matches a body; other hashes in it are ignored.
    package static func isValid(_ field: String, for body: [UInt8]) -> Bool {
        let digest = text(of: body)
        return field.split(separator: ",").contains { part in
            part.drop { $0 == " " } == digest[...]
        }
    }
}

/// Base 64 (RFC 4648).
package enum Base64Text {
    /// The text of bytes, as in section 4.
    static func plain(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The text of bytes for addresses (section 5), without padding.
    package static func url(_ bytes: [UInt8]) -> String {
        String(
            plain(bytes).compactMap { digit -> Character? in
                switch digit {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: digit
                }
            })
    }

    /// Reads what ``plain(_:)`` writes.
    package static func bytes(of text: some StringProtocol) -> [UInt8]? {
        Data(base64Encoded: String(text)).map { Array($0) }
    }

    /// Reads what ``url(_:)`` writes; other spellings are refused.
    package static func bytes(ofURL text: String) -> [UInt8]? {
        let plain = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
        guard let bytes = bytes(of: String(plain) + padding), url(bytes) == text else { return nil }
        return bytes
    }
}
