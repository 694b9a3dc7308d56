extension SiteAddress {
    /// Equal for addresses where one account has one password: the same host and port.
    ///
    /// `http` and `https` are the same, with and without `www.` are the same.
    package var account: String {
        switch (scheme ?? "https", port) {
        case ("https", nil), ("https", 443), ("http", nil), ("http", 80): bareHost
        case ("https", let port?), ("http", let port?): "\(bareHost):\(port)"
        case (let scheme, let port): "\(scheme)://\(bareHost):\(port ?? 0)"
        }
    }

    /// The host without `www.`.
    package var bareHost: String {
        host.utf8.starts(with: "www.".utf8) ? String(host.dropFirst(4)) : host
    }

    /// The account at a site as it was entered; a text without a host stands for itself.
    package static func account(at site: String) -> String {
        SiteAddress(site)?.account ?? site.lowercased()
    }

    /// The account, and what is surely one application there: what lies below the same first folder.
    package static func application(at site: String) -> String {
        let folder = SitePath(site).flatMap { $0.depth > 0 ? $0.segments.first : nil } ?? ""
        return "\(account(at: site))/\(folder)"
    }
}
