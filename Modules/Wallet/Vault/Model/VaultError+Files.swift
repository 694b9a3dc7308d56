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

    /// No passphrase of the vault is this one.
    ///
    /// - Parameter last: When one was last set; `nil` when that is not known, or when it was with the vault.
    static func wrongPassphrase(setAt last: Timestamp? = nil) -> VaultError {
        let wrong: Sentence = "The passphrase is wrong."
        let remedy: Sentence = "Try again, or use the recovery code."
        guard let last else { return VaultError(.vaultWrongPassphrase, wrong, remedy: remedy) }
        let time = "\(UTCTime(last))".prefix(16).replacing("T", with: " ")
        return VaultError(
            .vaultWrongPassphrase,
            Sentence(joining: [
                wrong, "It was last set at \(time) (UTC), here or on another machine.",
            ]), remedy: remedy)
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
