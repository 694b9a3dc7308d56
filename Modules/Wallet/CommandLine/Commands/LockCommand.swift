import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletAgentMessages
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
        do {
            try await session.vault.lockEverywhere()
        } catch let error as AgentError {
            // What has the vault open looks at the file, an agent that cannot be reached from here too.
            try await session.container[.vaultMaintenance].manager().lockEverywhere()
            guard error.code == .agentUnavailable else { throw error }
        }
        session.say(session.localizer(CommandText.locked))
    }
}
