import ArgumentParser
import TenonCommandLine
import TenonCore

/// `wallet vault`: what looks after the file and the ways into it.
struct VaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: Help.localized("Look after the vault: verify, back up, change the passphrase."),
        discussion: Help.localized(
            """
            These commands work on the file itself and always ask for the passphrase.

            Examples:
              wallet vault backup
              wallet vault check --json
              wallet vault passphrase
            """),
        subcommands: [
            VaultCheckCommand.self, VaultBackupCommand.self, VaultRestoreCommand.self,
            VaultRecoverCommand.self, VaultPassphraseCommand.self, VaultSlotsCommand.self,
            VaultRecoveryCodeCommand.self, VaultTuneCommand.self, VaultRekeyCommand.self,
            VaultAcceptCommand.self,
        ])
}
