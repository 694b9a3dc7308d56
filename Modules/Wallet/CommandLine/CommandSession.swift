import Glibc
import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletSettings
import WalletVault

/// What a command works with while it runs: the container of the application, and the vault.
struct CommandSession: Sendable {
    /// The setting that names the file with the passphrase.
    static let passphraseFile = Setting<String?>(
        "passphrase-file", placeholder: "FILE",
        help: "Read the passphrase from the first line of FILE; \"-\" is standard input.",
        environmentVariable: "WALLET_PASSPHRASE_FILE")

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
        try await withPassphrase { try await vault.unlock(passphrase: $0) }
        return vault
    }

    /// The item that a person names; when several match, or none but what is like the name, the person
    /// chooses one, if there is a person.
    ///
    /// - Throws: ``WalletCommandError`` when nothing matches, and when none is chosen.
    func find(
        _ name: String, in vault: any Vault, isTrashed: Bool = false
    ) async throws -> ItemID {
        let reference = ItemReference(name)
        switch try await reference.match(in: vault, isTrashed: isTrashed) {
        case .one(let id): return id
        case .several(let items):
            guard let id = await choose(.severalMatch, name, among: items) else {
                throw reference.refusal(of: items)
            }
            return id
        case .alike(let items):
            guard let id = await choose(.alikeMatch, name, among: items) else {
                throw reference.refusal(ofAlike: items)
            }
            return id
        }
    }

    /// The item that the person chooses; `nil` for none, or without a person.
    private func choose(
        _ title: CommandText, _ name: String, among items: [ItemOverview]
    ) async -> ItemID? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        let shown = items.prefix(ItemReference.shownCandidates)
        let alert = Alert(
            title: localizer(title, ["text": HarmlessText.line(name)]),
            message: items.count > shown.count
                ? localizer(CommandText.severalMore, count: items.count - shown.count) : "",
            tone: .neutral,
            choices: shown.map {
                Alert.Choice(id: "\($0.id)", title: ItemReference.line(about: $0))
            })
        return await container[.alerts].present(alert).flatMap { ItemID($0) }
    }

    /// Says that an item was added or saved, and which of its addresses nothing can be at.
    func say(_ text: CommandText, of item: Item) {
        say(text, ["title": HarmlessText.line(item.title)])
        if let site = item.login?.siteThatFitsNothing {
            say(.siteFitsNothing, ["site": HarmlessText.line(site)], tone: .caution)
        }
    }

    /// Puts a part of an item on the clipboard for the time of the settings, and says so.
    ///
    /// - Throws: An `ExplainedError` when there is no clipboard.
    func copy(_ text: SecretText, of title: String) async throws {
        let duration = container.walletSettings.clipboardTime
        let clipboard = container[.clipboard]
        try await clipboard.copy(text, clearAfter: duration)
        say(
            .copied, count: Int(duration.components.seconds), ["title": HarmlessText.line(title)])
        if await !clipboard.means.marksSecrets { say(.copiedUnmarked, tone: .neutral) }
    }

    /// Asks for a secret on the terminal; `nil` when the person cannot be asked.
    func ask(_ title: CommandText) async -> SecretText? { await ask(localizer(title)) }

    /// Asks for a secret by words that are in the person's language; `nil` when nobody can be asked.
    func ask(_ title: String) async -> SecretText? {
        await container[.prompts].prompt(Prompt(title: title, isSecret: true))
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
        let passphrase = try await newSecret(
            .newPassphrase, .repeatPassphrase, from: file, orFailWith: problem)
        if Passphrase.strength(of: passphrase).level < .fair {
            try await confirm(.weakTitle, .weakMessage, .weakConfirm, unless: allowWeak)
        }
        return passphrase
    }

    /// A new secret: from the first line of a file, or asked for twice.
    ///
    /// - Throws: ``WalletCommandError``: `problem` when the person cannot be asked, and when the two
    ///   differ.
    func newSecret(
        _ title: CommandText, _ again: CommandText, from file: String?,
        orFailWith problem: WalletCommandError
    ) async throws -> SecretText {
        if let file { return try SecretFile.firstLine(of: file) }
        guard let secret = await ask(title), let repetition = await ask(again) else {
            throw problem
        }
        guard secret == repetition else { throw WalletCommandError.passphrasesDiffer() }
        return secret
    }

    /// Asks for confirmation unless `--yes` has given it already.
    ///
    /// - Throws: ``WalletCommandError`` when it is refused or nobody can be asked.
    func confirm(
        _ title: CommandText, _ message: CommandText, _ button: CommandText,
        _ values: [String: String] = [:], unless isGiven: Bool
    ) async throws {
        try await confirm(
            localizer(title, values), localizer(message, values), localizer(button),
            unless: isGiven)
    }

    /// Asks for confirmation in words that are in the person's language.
    ///
    /// - Throws: ``WalletCommandError`` when it is refused or nobody can be asked.
    func confirm(
        _ title: String, _ message: String, _ button: String, severity: Severity = .moderate,
        unless isGiven: Bool
    ) async throws {
        guard !isGiven else { return }
        let confirmation = Confirmation(
            title: title, message: message, confirmTitle: button, severity: severity)
        guard await container[.confirmations].confirm(confirmation) else {
            throw WalletCommandError.notConfirmed
        }
    }

    /// Says something on standard error.
    func say(_ text: CommandText, _ values: [String: String] = [:], tone: Tone = .positive) {
        say(localizer(text, values), tone: tone)
    }

    /// Says something with a count on standard error.
    func say(
        _ text: CommandText, count: Int, _ values: [String: String] = [:], tone: Tone = .positive
    ) {
        say(localizer(text, count: count, values), tone: tone)
    }

    /// Passes a message to standard error.
    func say(_ text: String, tone: Tone = .positive) {
        container[.notices].notify(Notice(text, tone: tone))
    }
}
