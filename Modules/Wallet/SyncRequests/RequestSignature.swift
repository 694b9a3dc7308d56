import TenonSecurity

/// The signature of a request, by Ed25519, over everything that has to be covered.
package struct RequestSignature: Sendable {
    /// The public key that it was made with, 32 bytes.
    package let publicKey: [UInt8]
    /// When it was signed, in seconds since 1970.
    package let created: Int64
    /// The nonce, which makes the request different from any other.
    package let nonce: [UInt8]

    private let components: [String]
    private let parameters: String
    private let signature: [UInt8]

    /// Reads the fields `Signature-Input` and `Signature` (RFC 9421, sections 4.1 and 4.2).
    ///
    /// - Returns: `nil` when they are not of the form that ``RequestSigner`` writes, or do not cover
    ///   what has to be covered; parameters may come in any order, and so may components.
    package init?(input: String, signature field: String) {
        guard let equals = input.firstIndex(of: "="), input.utf8.count <= 1_000 else { return nil }
        let label = input[..<equals]
        let parameters = String(input[input.index(after: equals)...])
        guard parameters.first == "(", let close = parameters.firstIndex(of: ")"),
            field.hasPrefix("\(label)=:"), field.hasSuffix(":"),
            let signature = Base64Text.bytes(of: field.dropFirst(label.count + 2).dropLast()),
            signature.count == Ed25519.signatureCount
        else { return nil }
        let components = parameters[..<close].dropFirst().split(separator: " ")
            .map { Self.unquoted($0) }
        var values: [String: String] = [:]
        for part in parameters[close...].dropFirst().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, values[String(pair[0])] == nil else { return nil }
            values[String(pair[0])] = String(pair[1])
        }
        func text(_ name: String) -> String? { values[name].flatMap { Self.unquoted($0[...]) } }
        guard Set(components) == Set(SignatureBase.covered),
            components.count == SignatureBase.covered.count, text("alg") == "ed25519",
            let created = values["created"].flatMap({ Int64($0) }),
            let publicKey = text("keyid").flatMap({ Base64Text.bytes(ofURL: $0) }),
            publicKey.count == Ed25519.keyCount,
            let nonce = text("nonce").flatMap({ Base64Text.bytes(ofURL: $0) }),
            (12...32).contains(nonce.count)
        else { return nil }
        self.publicKey = publicKey
        self.created = created
        self.nonce = nonce
        self.components = components.compactMap(\.self)
        self.parameters = parameters
        self.signature = signature
    }

    /// Whether the key has signed these parts of a request.
    package func isValid(for parts: SignedParts) -> Bool {
        guard let base = parts.base(components, parameters: parameters) else { return false }
        return signature.withUnsafeBytes { signature in
            base.bytes.withUnsafeBytes {
                Ed25519.isValid(signature: signature, for: $0, publicKey: publicKey)
            }
        }
    }

    private static func unquoted(_ text: Substring) -> String? {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        let inner = text.dropFirst().dropLast()
        return inner.contains("\"") || inner.contains("\\") ? nil : String(inner)
    }
}
