import TenonCore

extension VaultError {
    static var noHome: VaultError {
        VaultError(
            .vaultNoHome, "There is no home folder to keep the vault in.",
            remedy: "Set HOME or WALLET_HOME to an absolute path.")
    }

    static func relativePath(_ variable: String, _ path: String) -> VaultError {
        VaultError(
            .vaultNoHome, "\(variable) is \"\(path)\", which is not an absolute path.",
            remedy: "Set it to a path that starts with \"/\".")
    }
}

extension ErrorCode {
    /// There is no folder for the vault.
    static let vaultNoHome = ErrorCode("vault.no-home", .configuration)
}
