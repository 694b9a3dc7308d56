import TenonCore

/// The server of an address: scheme, host and port.
struct Authority {
    let scheme: WebAddress.Scheme
    let host: String
    let port: Int

    /// That of an address.
    init(_ address: WebAddress) {
        scheme = address.scheme
        host = address.host
        port = address.port
    }

    /// Reads what stands between `//` and the path.
    init(_ text: Substring, scheme: WebAddress.Scheme) throws {
        guard !text.contains("@") else {
            throw NetworkError.badAddress("It holds a user name or password.")
        }
        let (host, port) = try Self.split(text)
        self.scheme = scheme
        self.host = try Self.checked(host)
        guard !port.isEmpty else {
            self.port = scheme.defaultPort
            return
        }
        guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = UInt16(port), number > 0
        else { throw NetworkError.badAddress("Its port is not between 1 and 65535.") }
        self.port = Int(number)
    }

    private static func split(_ text: Substring) throws -> (Substring, Substring) {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else {
                throw NetworkError.badAddress("Its host lacks the closing ].")
            }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else {
                throw NetworkError.badAddress("Something follows its host.")
            }
            return (text[...end], rest.dropFirst())
        }
        guard let colon = text.firstIndex(of: ":") else { return (text, "") }
        return (text[..<colon], text[text.index(after: colon)...])
    }

    /// The host in the one way in which it is written: in lower case, without the final dot that
    /// makes a name absolute, so that another spelling does not bypass a pin.
    private static func checked(_ host: Substring) throws -> String {
        let isAddress = host.hasPrefix("[")
        var inner = isAddress ? host.dropFirst().dropLast() : host
        if !isAddress, inner.hasSuffix("."), !inner.hasSuffix("..") { inner = inner.dropLast() }
        let further = Set(isAddress ? ":.".utf8 : "-._".utf8)
        guard !inner.isEmpty, inner.utf8.count <= 253, !inner.hasPrefix("."),
            !inner.contains(".."),
            inner.utf8.allSatisfy({ AddressParts.isAlphanumeric($0) || further.contains($0) })
        else {
            throw NetworkError.badAddress(
                "Its host may contain only ASCII letters, digits, dots and hyphens.")
        }
        return isAddress ? "[\(inner.lowercased())]" : inner.lowercased()
    }
}
