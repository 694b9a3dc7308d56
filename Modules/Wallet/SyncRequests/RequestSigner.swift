package import TenonSecurity

/// Signs requests by the key of a device (RFC 9421, with Ed25519).
package struct RequestSigner: Sendable {
    private let keys: Ed25519.KeyPair

    /// Makes a signer with a key pair.
    package init(_ keys: Ed25519.KeyPair) { self.keys = keys }

    /// The fields that authenticate a request; they are good for one request only.
    ///
    /// - Parameters:
    ///   - method: The method, in capital letters.
    ///   - authority: The host, and the port unless it is that of the scheme.
    ///   - path: The path.
    ///   - query: What follows the question mark; `nil` without one.
    ///   - body: The content.
    ///   - date: The field `Date`.
    ///   - seconds: The same time, in seconds since 1970.
    /// - Throws: `SecurityError`.
    package func fields(
        method: String, authority: String, path: String, query: String?, body: [UInt8],
        date: String, seconds: Int64
    ) throws -> [(name: String, value: String)] {
        let digest = ContentDigest.text(of: body)
        let parts = SignedParts(
            method: method, authority: authority, path: path, query: query, date: date,
            digest: digest)
        var nonce = [UInt8](repeating: 0, count: 16)
        nonce.withUnsafeMutableBytes { $0.fillWithRandomBytes() }
        let names = SignatureBase.covered.map { "\"\($0)\"" }.joined(separator: " ")
        let parameters =
            "(\(names));created=\(seconds);keyid=\"\(Base64Text.url(keys.publicKey))\""
            + ";alg=\"ed25519\";nonce=\"\(Base64Text.url(nonce))\""
        let base = parts.base(SignatureBase.covered, parameters: parameters)
        let signature = try (base?.bytes ?? []).withUnsafeBytes { try keys.signature(for: $0) }
        return [
            ("Date", date), ("Content-Digest", digest), ("Signature-Input", "sig=\(parameters)"),
            ("Signature", "sig=:\(Base64Text.plain(signature)):"),
        ]
    }
}
