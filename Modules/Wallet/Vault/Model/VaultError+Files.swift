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

    static func exists(_ path: String) -> VaultError {
        VaultError(
            .vaultExists, "There already is a file at \(path).",
            remedy: "Unlock it, or choose another place.")
    }

    static func newerFormat(_ format: Int64) -> VaultError {
        VaultError(
            .vaultNewerFormat,
            """
            The vault has format \(format), and this version reads up to \
            \(VaultFormat.formats.upperBound).
            """,
            remedy: "Use the newest version of the program; nothing was changed.")
    }

    static var wrongPassphrase: VaultError {
        VaultError(
            .vaultWrongPassphrase, "The passphrase is wrong.",
            remedy: "Try again, or use the recovery code.")
    }

    static var wrongPassphraseElsewhere: VaultError {
        VaultError(
            .vaultWrongPassphrase, "The passphrase is wrong.",
            remedy: "Type the passphrase that the vault has on the other machine.")
    }

    static var wrongRecoveryCode: VaultError {
        VaultError(
            .vaultWrongRecoveryCode, "The recovery code does not open this vault.",
            remedy: "Check that it is the newest code of this vault.")
    }
}

extension ErrorCode {
    /// There is no folder for the vault.
    static let vaultNoHome = ErrorCode("vault.no-home", .configuration)
}
