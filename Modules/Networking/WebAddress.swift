import TenonCore

/// The address of something on the web: an absolute `http` or `https` URL (RFC 3986).
///
/// It has no user information, which would be a secret in plain sight, and no fragment, which is
/// never sent. Two equal addresses are the same text.
public struct WebAddress: Sendable, Hashable {
    /// How it is spoken to.
    public enum Scheme: String, Sendable, Hashable {
        /// In clear.
        case http
        /// Over TLS.
        case https

        /// The port of an address that names none.
        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// How it is spoken to.
    public let scheme: Scheme
    /// The host in lower case: a name in ASCII, an IPv4 address, or an IPv6 address in brackets.
    public let host: String
    /// The port, from 1 to 65535.
    public let port: Int
    /// The path; it begins with `/` and has no dot segments.
    public let path: String
    /// What follows the question mark; `nil` without one.
    public let query: String?

    /// Makes an address from parts that were checked.
    init(_ authority: Authority, path: String, query: String?) {
        scheme = authority.scheme
        host = authority.host
        port = authority.port
        self.path = path
        self.query = query
    }

    /// Reads an address.
    ///
    /// Characters that have no place in it are percent-encoded, as browsers do.
    ///
    /// - Throws: ``NetworkError`` (`network.bad-address`) for a relative one, another scheme, user
    ///   information, control characters, and hosts and ports that cannot be.
    public init(_ text: String) throws {
        let parts = try AddressParts(text)
        guard let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }) else {
            throw NetworkError.badAddress("It does not begin with http:// or https://.")
        }
        guard let authority = parts.authority else {
            throw NetworkError.badAddress("It names no host.")
        }
        self.init(
            try Authority(authority, scheme: scheme), path: DotSegments.removed(from: parts.path),
            query: parts.query)
    }

    /// The address that a reference means on the page at this address (RFC 3986, section 5.2).
    ///
    /// - Throws: ``NetworkError`` (`network.bad-address`).
    public func resolving(_ reference: String) throws -> WebAddress {
        let parts = try AddressParts(reference)
        if parts.scheme != nil { return try WebAddress(reference) }
        if let authority = parts.authority {
            return WebAddress(
                try Authority(authority, scheme: scheme),
                path: DotSegments.removed(from: parts.path), query: parts.query)
        }
        let here = Authority(self)
        if parts.path.isEmpty {
            return WebAddress(here, path: path, query: parts.query ?? query)
        }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        let merged = parts.path.hasPrefix("/") ? parts.path : folder + parts.path
        return WebAddress(here, path: DotSegments.removed(from: merged), query: parts.query)
    }

    /// The whole address as it is sent; the query may hold secrets.
    public var text: String { origin + path + (query.map { "?\($0)" } ?? "") }

    /// Scheme, host and port, without the private parts.
    public var origin: String {
        "\(scheme.rawValue)://\(host)" + (port == scheme.defaultPort ? "" : ":\(port)")
    }

    /// Whether the host is this machine by its name (RFC 6761, section 6.3) or by a loopback address.
    package var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Whether both have the same scheme, host and port, so that one may receive data for the
    /// other.
    public func hasOrigin(of other: WebAddress) -> Bool {
        (scheme, host, port) == (other.scheme, other.host, other.port)
    }
}

extension WebAddress: CustomStringConvertible {
    /// The address for messages: without the values of the query.
    public var description: String { origin + path + (query == nil ? "" : "?…") }
}
