import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// `wallet unlock`.
struct UnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: Help.localized("Unlock the vault for all programs, until it locks again."),
        discussion: Help.localized(
            """
            wallet-agent keeps the key: the commands that follow ask for no passphrase. The vault \
            locks after some time without use (--auto-lock), when the machine sleeps, with the \
            session, and by "wallet lock".

            Examples:
              wallet unlock
              wallet unlock --auto-lock 30
              wallet unlock --passphrase-file FILE
            """))

    func run() async throws {
        let session = try CommandSession.current
        // Without the agent it would be locked again when this command ends.
        guard session.vault.locksItself else { throw WalletCommandError.noAgent }
        let wasUnlocked = session.vault.status == .unlocked
        let vault = try await session.unlockedVault()
        // Without the flag, the limit set by the program that unlocked it stays.
        if wasUnlocked, session.container[.preferences]?.fixed[.autoLock] == .flag {
            try await vault.applyIdleLimit()
        }
        session.say(wasUnlocked ? .unlockedBefore : .unlocked)
    }
}
