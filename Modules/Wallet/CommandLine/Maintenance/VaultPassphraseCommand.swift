import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// `wallet vault passphrase`.
struct VaultPassphraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase", abstract: Help.localized("Change the passphrase."),
        discussion: Help.localized(
            """
            The passphrase given first stops working; other passphrases and the recovery code stay. \
            Copies of the vault that were made before still open with the old one.

            Examples:
              wallet vault passphrase
              wallet vault passphrase --passphrase-file old.txt --new-passphrase-file new.txt
            """))

    @OptionGroup var newPassphrase: NewPassphraseOptions

    func run() async throws {
        let session = try CommandSession.current
        try await session.withOwnVault { vault, old in
            let new = try await newPassphrase.ask(session)
            try await vault.changePassphrase(from: old, to: new)
        }
        session.say(.passphraseChanged)
    }
}

/// `wallet vault recovery-code`.
struct VaultRecoveryCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery-code",
        abstract: Help.localized("Make a new recovery code; the previous one stops working."),
        discussion: Help.localized(
            """
            The code opens the vault like a passphrase. It is written to a new file that only you \
            can read: print it, and delete the file.

            Examples:
              wallet vault recovery-code recovery.txt
            """))

    @Argument(help: .localized("The new file for the code."), completion: .file())
    var file: String

    func run() async throws {
        let session = try CommandSession.current
        try await session.withOwnVault { vault, _ in
            // The file comes first: the former code works until the new one is stored.
            let secret = try SecretFile.create(file)
            let code = RecoveryCode.make()
            try secret.write(code)
            do {
                try await vault.replaceRecoveryCode(with: code)
            } catch {
                secret.discard()
                throw error
            }
            try secret.finish()
        }
        session.say(.recoverySaved, ["file": file])
    }
}

/// `wallet vault tune`.
struct VaultTuneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: Help.localized(
            "Make guessing the passphrase as expensive as this machine allows."),
        discussion: Help.localized(
            """
            Measures how long a passphrase takes to become a key here, chooses a cost of about the \
            wanted time, and wraps the key of the given passphrase with it. It never goes below the \
            standard. Other machines that open the vault need as much memory.

            Examples:
              wallet vault tune --dry-run
              wallet vault tune --seconds 1
            """))

    @Option(help: .localized("How long unlocking should take, from 0.1 to 10 seconds."))
    var seconds = 0.75

    @Flag(name: [.customShort("n"), .long], help: .localized("Only measure."))
    var dryRun = false

    func validate() throws {
        if !(0.1...10).contains(seconds) {
            throw ValidationError.localized("--seconds takes a number from 0.1 to 10.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let tuner = KeyDerivationTuner(
            wanted: .milliseconds(Int64(seconds * 1000)),
            mostMemory: MachineMemory.total / 4)
        let result = try await session.working(.measuring) { try tuner.search() }
        let cost = result.cost
        session.say(
            .measured,
            [
                "memory": session.localizer.number(cost.memory / 1024),
                "passes": "\(cost.iterations)", "lanes": "\(cost.parallelism)",
                "milliseconds": session.localizer.number(
                    Int(result.duration / .milliseconds(1))),
            ], tone: .neutral)
        guard !dryRun else { return }
        try await session.withOwnVault { vault, passphrase in
            try await vault.rewrap(passphrase, at: cost)
        }
        session.say(.tuned)
    }
}
