import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet add`.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Help.localized("Add a login, a card or a note."),
        discussion: Help.localized(
            """
            Prints the location of the new item. The password of a login and the number of a card \
            are asked for on the terminal unless an option says where they are.

            Examples:
              wallet add --site https://example.com --user-name ada
              wallet add --title Router --password-file password.txt
              wallet add --site example.org --user-name ada --generate 24
              wallet add card --issuer "My bank" --expiry 04/28
              wallet add note --title Plans --notes-file plans.txt
            """))

    @Argument(help: .localized("What to add."))
    var kind = ItemKind.login

    @OptionGroup var options: ItemOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try options.validate(for: kind)
        guard options.title ?? "" == "" else { return }
        switch kind {
        case .login where options.login.site.isEmpty:
            throw ValidationError.localized("Give --title or --site.")
        case .card where options.card.issuer == nil:
            throw ValidationError.localized("Give --title or --issuer.")
        case .note where options.notesFile == nil:
            throw ValidationError.localized("Give --title or --notes-file.")
        case .login, .card, .note, .other: break
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        var given = options
        let head = ItemHead(title: "")
        let empty = Item(kind, head: head) ?? .login(Login(head: head))
        if kind == .card, given.card.numberFile == nil { given.card.askNumber = true }
        if empty.login != nil, !given.login.changesPassword { given.login.askPassword = true }
        let item = try await vault.add(try await given.apply(to: empty, session))
        if output.json {
            try Output.json(ItemDocument(item, isRevealed: false))
        } else {
            try StandardOutput.write("\(item.kind.route.location(item.id))\n")
        }
        session.say(.added, ["title": HarmlessText.line(item.title)])
    }
}
