import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet init`.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: Help.localized("Make a new, empty vault."),
        discussion: Help.localized(
            """
            Examples:
              wallet init
              wallet init --passphrase-file passphrase.txt --recovery-code-file recovery.txt
            """))

    @Option(
        help: .localized(
            "Make a recovery code and write it to this new file, readable by you only."),
        completion: .file())
    var recoveryCodeFile: String?

    @Flag(help: .localized("Accept a weak passphrase without asking."))
    var yes = false

    func run() async throws {
        let session = try CommandSession.current
        guard session.vault.status == .missing else { throw WalletCommandError.vaultExists }
        // The file comes first: a code that could not be kept must not open anything.
        let file = try recoveryCodeFile.map { try SecretFile.create($0) }
        let passphrase = try await session.newPassphrase(
            from: session.container[.configuration][CommandSession.passphraseFile],
            orFailWith: .noPassphrase, allowWeak: yes)
        try await session.vault.create(passphrase: passphrase)
        session.say(session.localizer(CommandText.created))
        guard let file, let recoveryCodeFile else { return }
        try file.write(try await session.vault.makeRecoveryCode())
        session.say(session.localizer(CommandText.recoverySaved, ["file": recoveryCodeFile]))
    }
}
