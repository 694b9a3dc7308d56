package import WalletVault

/// What is known of a login before it is opened.
package struct CredentialOverview: Sendable, Equatable {
    /// The name of the login.
    package let id: ItemID
    /// Addresses or hosts where it is used, as entered.
    package let sites: [String]
    /// The user name, empty when there is none.
    package let userName: String
    /// Tags.
    package let tags: [String]

    /// Makes it of its parts.
    package init(id: ItemID, sites: [String], userName: String, tags: [String]) {
        self.id = id
        self.sites = sites
        self.userName = userName
        self.tags = tags
    }

    /// Whether the login is the key of a browser that the person has allowed.
    var isKeyOfBrowser: Bool { BrowserAssociations.isKey(for: sites) }
}
