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
            The clipboard is cleared after 60 seconds, unless something else was copied meanwhile.

            Examples:
              wallet copy github
              wallet copy github --field user-name
            """))

    private static let duration = Duration.seconds(60)

    @Argument(help: .localized("The login, named as for \"show\"."))
    var login: String

    @Option(help: .localized("The part to copy."))
    var field = LoginPart.password

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.login(try await ItemReference(login).find(in: vault))
        guard let text = field.text(of: found) else {
            throw WalletCommandError.nothingToCopy(field.name)
        }
        try await session.container[.clipboard].copy(text, clearAfter: Self.duration)
        try await vault.markUsed(found.id)
        session.say(session.localizer(CommandText.copied, ["title": SafeText.line(found.title)]))
    }
}
