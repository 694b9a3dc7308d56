import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet copy`.
struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: Help.localized("Copy a password, or another part, to the clipboard."),
        discussion: Help.localized(
            """
            The clipboard is cleared after the time that the settings say, unless something else \
            was copied. On Wayland, wl-copy from version 2.3 on tells programs that keep a history \
            of the clipboard that the text is secret. An older one, and xclip and xsel on X11, \
            cannot, and such a program may keep it: this is said, and "wallet doctor" says it, too.

            Examples:
              wallet copy github
              wallet copy github --field user-name
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @Option(
        help: .localized(
            "The part to copy; without it the main one, such as the password or the number of a card."
        ))
    var field: NamedPart?

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        let part = field ?? .main(of: found.kind)
        guard let text = part.text(of: found) else {
            throw WalletCommandError.nothingToCopy(part.name)
        }
        try await session.copy(text, of: found.title)
        try await vault.markUsed(found.id)
    }
}
