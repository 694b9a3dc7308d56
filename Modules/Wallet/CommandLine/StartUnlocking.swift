import TenonCore
import WalletVault

/// Unlocks the vault when the program starts, where the person wants that.
///
/// It is for a vault that one only tries out, and for machines on which nobody can type: whoever reads the
/// file with the passphrase can open the vault.
final class StartUnlocking: LifecycleHandling {
    /// Whether the vault is unlocked at the start.
    static let isWanted = Setting<Bool>(
        "unlock-at-start",
        help: "Unlock the vault when the program starts, with the passphrase of --passphrase-file.",
        environmentVariable: "WALLET_UNLOCK_AT_START")

    private let vault: any Vault
    /// The file with the passphrase; `nil` leaves the vault as it is.
    private let file: String?

    /// Makes what unlocks a vault.
    ///
    /// - Throws: ``WalletCommandError`` when it is to be unlocked and no file is given.
    init(_ vault: any Vault, _ configuration: Configuration) throws {
        self.vault = vault
        guard configuration[Self.isWanted] else {
            file = nil
            return
        }
        guard let path = configuration[CommandSession.passphraseFile] else {
            throw WalletCommandError.noPassphrase
        }
        file = path
    }

    /// - Throws: ``WalletCommandError`` when the file cannot be read, `VaultError` when the vault does
    ///   not open.
    func start() async throws {
        guard let file, vault.status == .locked else { return }
        try await vault.unlock(passphrase: SecretFile.firstLine(of: file))
    }

    func stop() async {}
}

extension AnyPort {
    static let startUnlocking = Port<StartUnlocking>(
        "startUnlocking", providers: ["WalletCommandLine"])
}
