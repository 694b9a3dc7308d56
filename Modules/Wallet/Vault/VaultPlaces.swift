import TenonCore

/// Where the files of this person are (XDG Base Directory Specification).
struct VaultPlaces: Equatable {
    /// The setting that names the vault file.
    static let vaultSetting = Setting(
        "vault", placeholder: "PATH", help: "Use the vault in this file.",
        environmentVariable: "WALLET_VAULT")

    /// The vault file.
    let vault: String
    /// The folder for what this machine remembers of vaults.
    let state: String

    /// Finds the places: flags and variables of Wallet first, then those of XDG, then the defaults.
    ///
    /// - Throws: ``VaultError`` when there is no home folder, or a path is relative.
    init(_ configuration: Configuration) throws {
        let own = configuration.environmentVariable("WALLET_HOME").flatMap { $0.isEmpty ? nil : $0 }
        if let own, !own.hasPrefix("/") { throw VaultError.relativePath("WALLET_HOME", own) }
        let data = try own ?? Self.base("XDG_DATA_HOME", ".local/share", configuration) + "/wallet"
        state =
            try own.map { "\($0)/state" }
            ?? Self.base("XDG_STATE_HOME", ".local/state", configuration) + "/wallet"
        vault = configuration[Self.vaultSetting].map(Self.absolute) ?? "\(data)/vault.db"
    }

    /// The value of an XDG variable; relative ones are ignored, as the specification says.
    private static func base(
        _ variable: String, _ fallback: String, _ configuration: Configuration
    ) throws -> String {
        if let value = configuration.environmentVariable(variable), value.hasPrefix("/") {
            return value
        }
        guard let home = configuration.environmentVariable("HOME"), home.hasPrefix("/") else {
            throw VaultError.noHome
        }
        return "\(home)/\(fallback)"
    }

    /// A path as it is meant from the current folder.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        return CurrentDirectory.path.map { "\($0)/\(path)" } ?? path
    }
}
