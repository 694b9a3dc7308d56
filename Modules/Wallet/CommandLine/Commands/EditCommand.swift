import ArgumentParser
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
            Parts that are not given stay as they are. Replaced secrets go to the history of the item.

            Examples:
              wallet edit github --generate 24
              wallet edit login:0a1b… --title "Work mail" --site https://mail.example.com
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @OptionGroup var options: ItemOptions

    func validate() throws {
        if options.isEmpty {
            throw ValidationError.localized(
                "There is nothing to change. Give options such as --title, or open the form with \"wallet open login:ID:edit\"."
            )
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        let changed = try await options.apply(to: found, session)
        try await vault.save(changed)
        session.say(.saved, ["title": HarmlessText.line(changed.title)])
    }
}
