import TenonCore

/// Where something is used: a host with, if they were given, scheme and port.
///
/// Taken from an address as a person or a browser writes it: `https://user@example.com:8443/path`,
/// `example.com`, `localhost:3000`, `[::1]:80`. Host and port are written as browsers write them,
/// however they were entered (WHATWG URL); but the host has no final dot.
package struct SiteAddress: Sendable, Hashable {
    /// How a stored site and a visited one belong together; the closer, the smaller.
    enum Closeness: Int, Comparable {
        /// The same host.
        case sameHost
        /// The visited host lies below the stored one.
        case below
        /// Both belong to the same registered domain.
        case sameOwner

        static func < (left: Closeness, right: Closeness) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The scheme in lower case, if there was one.
    package let scheme: String?
    /// The host.
    package let host: String
    /// The port, if there was one other than that of the scheme.
    package let port: Int?

    /// Reads an address; `nil` when there is no host in it.
    package init?(_ text: String) {
        var text = text
        guard let parts = text.withUTF8({ SiteAddressParts($0) }),
            let host = SiteHost.normalized(parts.host, isWeb: Self.isWeb(parts.scheme))
        else { return nil }
        scheme = parts.scheme
        self.host = host
        port = Self.defaultPorts[parts.scheme ?? ""] == parts.port ? nil : parts.port
    }

    private static let defaultPorts = ["http": 80, "https": 443]

    /// Whether a scheme is one of the web, or was left out.
    private static func isWeb(_ scheme: String?) -> Bool {
        scheme.map { $0 == "https" || $0 == "http" } ?? true
    }

    /// Whether the scheme is one of the web, or was left out.
    var isWeb: Bool { Self.isWeb(scheme) }

    /// The name under which the site index lists all logins of the same owner.
    ///
    /// It is the registered domain, or the host where there is none. Outside of the web hosts have
    /// no owners in DNS, and the name is that of the host alone.
    func ownerName(_ domains: any RegistrableDomainFinding) -> String {
        isWeb ? domains.registrableDomain(of: host) ?? host : hostName
    }

    /// The name under which the site index lists the logins of exactly this host.
    ///
    /// No host contains a slash, so it is never the name of an owner on the web.
    var hostName: String { isWeb ? "/\(host)" : "\(scheme ?? "")://\(host)" }

    /// How close an item stored for this address is to a visited one; `nil` for strangers.
    ///
    /// A port that is stored must be the visited one. A stored scheme must be the visited one, except
    /// that what was stored for `http` may be used on `https`, never the other way round. A part that
    /// the visited address leaves out fits any.
    func closeness(
        to visited: SiteAddress, _ domains: any RegistrableDomainFinding
    ) -> Closeness? {
        guard fits(visited.scheme), fits(port: visited) else { return nil }
        if host == visited.host { return .sameHost }
        guard isWeb, visited.isWeb, let owner = domains.registrableDomain(of: host),
            owner == domains.registrableDomain(of: visited.host)
        else { return nil }
        return visited.host.hasSuffix("." + host) ? .below : .sameOwner
    }

    private func fits(_ visited: String?) -> Bool {
        guard let scheme, let visited else { return isWeb || scheme == visited }
        return scheme == visited || scheme == "http" && visited == "https"
    }

    private func fits(port visited: SiteAddress) -> Bool {
        guard let port else { return true }
        switch (visited.port, visited.scheme) {
        case (let other?, _): return other == port
        case (nil, "https"): return port == 443
        case (nil, "http"): return port == 80
        case (nil, _): return true
        }
    }
}
