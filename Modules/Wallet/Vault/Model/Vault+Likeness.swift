extension Vault {
    /// The other logins that have the user name of a login in one of its applications; none for a login
    /// without a user name.
    ///
    /// Opens only the items for these sites.
    ///
    /// - Throws: ``VaultError``.
    package func logins(like login: Login) async throws -> [ItemOverview] {
        guard !login.userName.isEmpty else { return [] }
        let applications = Set(login.sites.map { SiteAddress.application(at: $0) })
        var found: [ItemOverview] = []
        for address in login.sites.compactMap(SiteAddress.init) {
            // On `https` also what was stored for `http` is found.
            let isWeb = ["http", "https"].contains(address.scheme ?? "https")
            let site = isWeb ? "https://\(address.account)" : address.account
            found += try await items(forSite: site).filter { other in
                other.id != login.id && other.userName == login.userName
                    && !found.contains { $0.id == other.id }
                    && other.sites.contains {
                        applications.contains(SiteAddress.application(at: $0))
                    }
            }
        }
        return found
    }
}
