/// The fingerprint of a server's public key, which its certificate must have (RFC 7469).
///
/// It is the SHA-256 hash of the `SubjectPublicKeyInfo` of the certificate (section 2.4), so that it
/// stays right when the certificate is renewed for the same key. This prints it:
///
/// ```sh
/// openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der |
///     openssl dgst -sha256 -binary | base64
/// ```
public struct CertificatePin: Sendable, Hashable {
    /// The hash, 32 bytes.
    public let hash: [UInt8]

    /// Takes a hash; `nil` when it is not 32 bytes long.
    public init?(hash: [UInt8]) {
        guard hash.count == 32 else { return nil }
        self.hash = hash
    }

    /// Reads a hash in Base64 (RFC 4648, section 4), with or without `sha256/` in front of it.
    ///
    /// - Returns: `nil` for other texts.
    public init?(_ text: String) {
        let marked = "sha256/"
        let digits = text.hasPrefix(marked) ? text.dropFirst(marked.count) : text[...]
        guard digits.utf8.count == 44, digits.hasSuffix("="),
            let values = Self.values(of: digits.dropLast()),
            // The last digit stands for four bits, and two that are zero.
            values[42] & 0b11 == 0
        else { return nil }
        var bytes: [UInt8] = []
        var (buffer, count): (UInt32, Int) = (0, 0)
        for value in values {
            buffer = buffer << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
        }
        self.init(hash: bytes)
    }

    private static func values(of digits: Substring) -> [UInt8]? {
        let values = digits.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): 62
            case UInt8(ascii: "/"): 63
            default: nil
            }
        }
        return values.count == 43 && digits.utf8.count == 43 ? values : nil
    }
}

/// A host that is only believed when its certificate has one of the known keys.
///
/// Pin at least two keys, one of which is kept in reserve: a server whose only pinned key is lost
/// can no longer be reached (RFC 7469, section 4.3).
public struct PinnedHost: Sendable, Hashable {
    /// The name of the host in lower case.
    public let host: String
    /// Whether the hosts below it are pinned as well.
    public let includesSubdomains: Bool
    /// The keys; one of them is enough.
    public let pins: Set<CertificatePin>

    /// Pins a host; contribute it to `pinnedHosts`.
    ///
    /// Without a pin the host cannot be reached.
    public init(_ host: String, includesSubdomains: Bool = false, pins: Set<CertificatePin>) {
        self.host = host.lowercased()
        self.includesSubdomains = includesSubdomains
        self.pins = pins
    }

    /// Whether a host, in lower case, is this one.
    public func covers(_ other: String) -> Bool {
        other == host || includesSubdomains && other.hasSuffix(".\(host)")
    }
}
