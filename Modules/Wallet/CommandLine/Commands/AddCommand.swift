import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet add`.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: Help.localized("Add a login, a card, a note or another item."),
        discussion: Help.localized(
            """
            Prints the location of the new item. The password of a login or a network, the number \
            of a card and the key of a licence are asked for on the terminal unless an option says \
            where they are. A private key is refused unless it is whole; line ends of Windows in \
            it are mended.

            Examples:
              wallet add --site https://example.com --user-name ada
              wallet add --title Router --password-file password.txt
              wallet add --site example.org --user-name ada --generate 24
              wallet add card --issuer "My bank" --expiry 04/28
              wallet add note --title Plans --notes-file plans.txt
              wallet add identity --first-name Ada --last-name Lovelace --email ada@example.org
              wallet add bank-account --bank "My bank" --iban-file iban.txt
              wallet add wifi --network-name Home --security WPA
              wallet add software-licence --product Editor --licence-key-file key.txt
              wallet add ssh-key --title Server --private-key-file ~/.ssh/id_ed25519
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
        case .identity, .bank, .wifi, .licence, .sshKey:
            guard !options.givesTitle(of: kind) else { return }
            guard let part = kind.titleParts.first else {
                throw ValidationError.localized("Give --title.")
            }
            throw ValidationError.localized("Give --title or --\(part.rawValue).")
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
        if empty[.password] != nil, !given.login.changesPassword, given.records.security != .open {
            given.login.askPassword = true
        }
        if kind == .licence, given.records.licenceKeyFile == nil {
            given.records.askLicenceKey = true
        }
        let item = try await vault.add(try await given.apply(to: empty, session))
        if output.json {
            try Output.json(ItemDocument(item, isRevealed: false))
        } else {
            try StandardOutput.write("\(item.kind.route.location(item.id))\n")
        }
        session.say(.added, of: item)
    }
}
