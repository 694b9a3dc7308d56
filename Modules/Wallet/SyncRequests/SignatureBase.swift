/// The text that is signed for a request (RFC 9421, section 2.5): its components, each on a line.
package struct SignatureBase: Sendable {
    /// The components that every signature covers.
    static let covered = [
        "@method", "@authority", "@path", "@query", "date", "content-digest",
    ]

    /// The bytes.
    package let bytes: [UInt8]

    /// Makes the text.
    ///
    /// - Parameters:
    ///   - components: Names and values of what is covered, in the order of the parameters.
    ///   - parameters: The parameters of the signature, as they stand in `Signature-Input`.
    package init(_ components: [(name: String, value: String)], parameters: String) {
        var lines = components.map { "\"\($0.name)\": \($0.value)" }
        lines.append("\"@signature-params\": \(parameters)")
        bytes = Array(lines.joined(separator: "\n").utf8)
    }
}

/// The parts of a request that a signature covers.
package struct SignedParts: Sendable {
    /// The method, in capital letters.
    let method: String
    /// The host, and the port unless it is that of the scheme, in lower case.
    let authority: String
    /// The path as it is sent.
    let path: String
    /// What follows the question mark; `nil` without one.
    let query: String?
    /// The field `Date`.
    let date: String
    /// The field `Content-Digest`.
    let digest: String

    /// Makes the parts.
    package init(
        method: String, authority: String, path: String, query: String?, date: String,
        digest: String
    ) {
        self.method = method
        self.authority = authority.lowercased()
        self.path = path
        self.query = query
        self.date = date
        self.digest = digest
    }

    /// The value of a component (RFC 9421, section 2.2); `nil` for one that is not covered here.
    func value(of component: String) -> String? {
        switch component {
        case "@method": method
        case "@authority": authority
        case "@path": path
        case "@query": "?" + (query ?? "")
        case "date": date
        case "content-digest": digest
        default: nil
        }
    }

    /// What is signed.
    ///
    /// - Returns: `nil` when a component is not one of those that are covered here.
    func base(_ components: [String], parameters: String) -> SignatureBase? {
        let values = components.compactMap { name in value(of: name).map { (name: name, value: $0) }
        }
        return values.count == components.count
            ? SignatureBase(values, parameters: parameters) : nil
    }
}
