import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet lock`.
struct LockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: Help.localized("Lock the vault in every program that has it open."),
        discussion: Help.localized(
            """
            No passphrase is needed. Every program locks within about a second.

            Examples:
              wallet lock
            """))

    func run() async throws {
        let session = try CommandSession.current
        try await session.vault.lockEverywhere()
        session.say(.locked)
    }
}
