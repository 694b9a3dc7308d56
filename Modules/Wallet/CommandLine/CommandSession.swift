import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// What a command works with while it runs: the container of the application, and the vault.
struct CommandSession: Sendable {
    /// The setting that names the file with the passphrase.
    static let passphraseFile = Setting(
        "passphrase-file", placeholder: "FILE",
        help: "Read the passphrase from the first line of FILE; \"-\" is standard input.",
        environmentVariable: "WALLET_PASSPHRASE_FILE")

    private static let attempts = 3

    let container: Container

    /// The session of the running command.
    ///
    /// - Throws: `CancellationError` when the application has stopped already.
    static var current: CommandSession {
        get throws {
            guard let container = Environment.current else { throw CancellationError() }
            return CommandSession(container: container)
        }
    }

    var vault: any Vault { container[.vault] }

    var localizer: Localizer { container[.localizer] }

    /// The vault, unlocked with the passphrase from the file or from the terminal.
    ///
    /// - Throws: `VaultError`, or ``WalletCommandError`` when the person cannot be asked.
    func unlockedVault() async throws -> any Vault {
        guard vault.status != .unlocked else {
            vault.noteUse()
            return vault
        }
        guard vault.status != .missing else { throw WalletCommandError.vaultMissing }
        // An agent that was slow to answer may still have it open; one that does not answer needs
        // no passphrase.
        try await vault.refresh()
        if vault.status == .unlocked { return vault }
        if let path = container[.configuration][Self.passphraseFile] {
            try await vault.unlock(passphrase: try SecretFile.firstLine(of: path))
            return vault
        }
        for attempt in 1... {
            guard let passphrase = await ask(.passphrase) else {
                throw WalletCommandError.noPassphrase
            }
            do {
                try await vault.unlock(passphrase: passphrase)
                return vault
            } catch let error as VaultError
                where error.code == .vaultWrongPassphrase && attempt < Self.attempts
            {
                container[.notices].notify(
                    Notice(localizer.text(of: error.message), tone: .critical))
            }
        }
        return vault
    }

    /// Asks for a secret on the terminal; `nil` when the person cannot be asked.
    func ask(_ title: CommandText) async -> SecretText? {
        await container[.prompts].prompt(Prompt(title: localizer(title), isSecret: true))
    }

    /// Asks for the password of a file on the terminal; `nil` when the person cannot be asked.
    func askFilePassword(of name: String) async -> SecretText? {
        await container[.prompts].prompt(
            Prompt(title: localizer(CommandText.importPassword, ["file": name]), isSecret: true))
    }

    /// A new passphrase: from a file, or asked for twice.
    ///
    /// - Parameters:
    ///   - file: Has it in its first line; `nil` asks.
    ///   - problem: What is thrown when the person cannot be asked.
    ///   - allowWeak: Takes a weak one without confirmation.
    /// - Throws: ``WalletCommandError``, also when the two differ or a weak one is not confirmed.
    func newPassphrase(
        from file: String?, orFailWith problem: WalletCommandError, allowWeak: Bool
    ) async throws -> SecretText {
        let passphrase = try await chosenPassphrase(file, problem)
        try await confirmWeak(passphrase, allowWeak: allowWeak)
        return passphrase
    }

    /// Asks whether to use a weak passphrase anyway.
    private func confirmWeak(_ passphrase: SecretText, allowWeak: Bool) async throws {
        guard !allowWeak, Passphrase.strength(of: passphrase).level < .fair else { return }
        try await confirm(
            Confirmation(
                title: localizer(CommandText.weakTitle),
                message: localizer(CommandText.weakMessage),
                confirmTitle: localizer(CommandText.weakConfirm)), unless: allowWeak,
            flag: "--yes")
    }

    private func chosenPassphrase(
        _ file: String?, _ problem: WalletCommandError
    ) async throws -> SecretText {
        if let file { return try SecretFile.firstLine(of: file) }
        guard let passphrase = await ask(.newPassphrase),
            let repetition = await ask(.repeatPassphrase)
        else { throw problem }
        guard passphrase == repetition else { throw WalletCommandError.passphrasesDiffer() }
        return passphrase
    }

    /// Asks for confirmation unless a flag has given it already.
    ///
    /// - Throws: ``WalletCommandError`` when it is refused or nobody can be asked.
    func confirm(
        _ confirmation: Confirmation, unless isGiven: Bool, flag: String
    ) async throws {
        guard !isGiven else { return }
        guard await container[.confirmations].confirm(confirmation) else {
            throw WalletCommandError.needsConfirmation(flag)
        }
    }

    /// A message on standard error.
    func say(_ text: String, tone: Tone = .positive) {
        container[.notices].notify(Notice(text, tone: tone))
    }
}
