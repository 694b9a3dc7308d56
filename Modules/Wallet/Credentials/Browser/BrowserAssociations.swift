import TenonCore
import WalletVault

/// The browsers that the person has allowed: each is a login, which the person can see and delete.
///
/// The protocol checks only a public key, which the extension keeps: anyone who learns it can pose
/// as the browser. It is therefore kept as a password.
struct BrowserAssociations {
    /// The tag of these logins.
    static let tag = "browser"

    /// The scheme of their sites, which nothing else has.
    static let scheme = "keepassxc-browser"

    private let vault: CredentialVault

    init(_ vault: CredentialVault) { self.vault = vault }

    /// Remembers a browser.
    ///
    /// - Returns: The name for it to use.
    func add(key: SecretText) async throws -> String {
        let id = "wallet-\(ItemID().description.prefix(8))"
        try await vault.existing.add(
            Login(
                title: "KeePassXC-Browser (\(id))", sites: ["\(Self.scheme)://\(id)"],
                password: key, tags: [Self.tag]))
        return id
    }

    /// Whether a login with these sites is the key of a browser, which no other program gets.
    static func isKey(for sites: [String]) -> Bool {
        sites.contains { SiteAddress($0)?.scheme == scheme }
    }

    /// Whether a browser was allowed, and has not been deleted since.
    func contains(_ id: String, key: SecretText) async throws -> Bool {
        let isName = id.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte
        }
        guard isName, !id.isEmpty, !key.isEmpty else { return false }
        for overview in try await vault.logins(at: "\(Self.scheme)://\(id)", isExact: true)
        where overview.tags.contains(Self.tag) {
            if try await vault.existing.login(overview.id).password == key { return true }
        }
        return false
    }
}
