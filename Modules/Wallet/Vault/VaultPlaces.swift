package import TenonCore

/// Where the vault of this person is, and what this machine remembers of it.
package struct VaultPlaces: Equatable {
    /// The setting that names the vault file.
    static let vaultSetting = Setting<String?>(
        "vault", placeholder: "PATH", help: "Use the vault in this file.",
        environmentVariable: "WALLET_VAULT")

    /// The vault file.
    package let vault: String
    /// The folder for what this machine remembers of vaults.
    package let state: String

    /// Finds the places: the flag and the variables of Wallet first, then those of `UserPlaces`.
    ///
    /// - Throws: ``VaultError`` when there is no home folder, or the one of Wallet is relative,
    ///   which would put the vault in an unexpected place.
    package init(of application: ApplicationInfo, in configuration: Configuration) throws {
        if let own = configuration.environmentVariable("WALLET_HOME"), !own.isEmpty,
            !own.hasPrefix("/")
        {
            throw VaultError.relativePath("WALLET_HOME", own)
        }
        let places = UserPlaces(of: application, in: configuration)
        guard let data = places.data, let state = places.state else { throw VaultError.noHome }
        self.state = state
        vault = configuration[Self.vaultSetting].map(Self.absolute) ?? "\(data)/vault.db"
    }

    /// A path as it is meant from the current folder.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        return CurrentDirectory.path.map { "\($0)/\(path)" } ?? path
    }
}
