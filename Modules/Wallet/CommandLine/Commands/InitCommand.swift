import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
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
        // The file comes first: without a place for the code, no vault is made.
        let file = try recoveryCodeFile.map { try SecretFile.create($0) }
        let passphrase = try await session.newPassphrase(
            from: session.container[.configuration][CommandSession.passphraseFile],
            orFailWith: .noPassphrase, allowWeak: yes)
        let code = try file.map { file in
            let code = RecoveryCode.make()
            try file.write(code)
            return code
        }
        do {
            try await session.vault.create(passphrase: passphrase, recoveryCode: code)
        } catch {
            file?.discard()
            throw error
        }
        try file?.finish()
        session.say(.created)
        guard let recoveryCodeFile else { return }
        session.say(.recoverySaved, ["file": recoveryCodeFile])
    }
}
