import ArgumentParser
import Glibc
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet edit`.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: Help.localized("Change an item."),
        discussion: Help.localized(
            """
            Parts that are not given stay as they are. Replaced values go to the history of the \
            item; before one is replaced that is too long for it, above 64 KB, the command asks. \
            Without options, the editor of VISUAL or EDITOR opens on a terminal; line ends of \
            Windows and a byte order mark that it adds are taken out again.

            Examples:
              wallet edit github
              wallet edit github --generate 24
              wallet edit login:0a1b… --title "Work mail" --site https://mail.example.com
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @Flag(help: .localized("Show secrets in the editor."))
    var reveal = false

    @Flag(
        name: .shortAndLong,
        help: .localized("Replace also what is too long for the history, without asking."))
    var yes = false

    @OptionGroup var options: ItemOptions

    func validate() throws {
        if reveal, !options.isEmpty {
            throw ValidationError.localized(
                "--reveal belongs to the editor; leave out the options.")
        }
        if options.isEmpty, isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 {
            throw ValidationError.localized(
                "There is nothing to change. Give options such as --title, or open the form with \"wallet open login:ID:edit\"."
            )
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let wasUnlocked = session.vault.status == .unlocked
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        guard !options.isEmpty else {
            // A person who has just opened the vault has already given the passphrase.
            if wasUnlocked, reveal { try await session.checkBeforeRevealing() }
            let changed = try await ItemEditor(session: session).edit(found, isRevealed: reveal) {
                try await confirm(losing: found.fieldsTooLong(forHistoryOnBecoming: $0), session)
                // It may have locked meanwhile.
                try await session.unlockedVault().save($0)
            }
            guard let changed else { return session.say(.unchanged, tone: .neutral) }
            return session.say(.saved, of: changed)
        }
        let changed = try await options.apply(to: found, session)
        try await confirm(losing: found.fieldsTooLong(forHistoryOnBecoming: changed), session)
        try await vault.save(changed)
        session.say(.saved, of: changed)
    }

    /// Asks before values are replaced that the history does not keep.
    private func confirm(losing fields: [ItemField], _ session: CommandSession) async throws {
        guard !fields.isEmpty else { return }
        let names = fields.map { $0.customLabel ?? $0.part?.rawValue ?? "" }
        try await session.confirm(
            .tooLongTitle, .tooLongMessage, .tooLongConfirm,
            ["fields": HarmlessText.line(names.joined(separator: ", "))], unless: yes)
    }
}
