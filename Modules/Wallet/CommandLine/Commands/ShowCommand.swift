import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// The part of a login that a command writes or copies.
enum LoginPart: String, ExpressibleByArgument, CaseIterable {
    case password
    case userName = "user-name"
    case site
    case notes

    /// What people call the part.
    var name: Sentence {
        switch self {
        case .password: "password"
        case .userName: "user name"
        case .site: "site"
        case .notes: "notes"
        }
    }

    /// The text of the part; `nil` when the login has none.
    func text(of login: Login) -> SecretText? {
        let text =
            switch self {
            case .password: login.password
            case .userName: SecretText(login.userName)
            case .site: SecretText(login.sites.first ?? "")
            case .notes: login.notes
            }
        return text.isEmpty ? nil : text
    }
}

/// `wallet show`.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Help.localized("Show one login."),
        discussion: Help.localized(
            """
            The login is named by its location or id, by an address of its site, or by words that \
            match it alone. Secrets are concealed unless --reveal or --field asks for them.

            Examples:
              wallet show github
              wallet show https://accounts.example.com --reveal
              wallet show login:0a1b… --field password
            """))

    @Argument(help: .localized("The login."))
    var login: String

    @Flag(help: .localized("Show secrets."))
    var reveal = false

    @Option(help: .localized("Print only this part, as it is."))
    var field: LoginPart?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.login(try await ItemReference(login).find(in: vault))
        if let field {
            guard let text = field.text(of: found) else {
                throw WalletCommandError.nothingToCopy(field.name)
            }
            try StandardOutput.write(text.reveal() + "\n")
        } else if output.json {
            try Output.json(LoginDocument(found, isRevealed: reveal))
        } else if output.plain {
            try Output.plain(rows(found, session.localizer, isPlain: true))
        } else {
            let table = TextTable(rows(found, session.localizer, isPlain: false))
            try StandardOutput.write(SafeText.line(found.title) + "\n\n" + table.text)
        }
    }

    private func rows(_ login: Login, _ localizer: Localizer, isPlain: Bool) -> [[String]] {
        func label(_ key: String, _ text: CommandText) -> String { isPlain ? key : localizer(text) }
        func secret(_ text: SecretText) -> String { reveal ? text.reveal() : text.description }
        var rows: [[String]] = []
        if isPlain { rows.append(["title", login.title]) }
        if !login.userName.isEmpty { rows.append([label("user-name", .userName), login.userName]) }
        if !login.password.isEmpty {
            rows.append([label("password", .password), secret(login.password)])
        }
        rows += login.sites.map { [label("site", .site), $0] }
        if !login.notes.isEmpty { rows.append([label("notes", .notes), login.notes.reveal()]) }
        if !login.tags.isEmpty {
            rows.append([label("tags", .tags), login.tags.joined(separator: ", ")])
        }
        rows += login.customFields.filter { !$0.isHidden }.map { field in
            [field.label, field.isConcealed ? secret(field.value) : field.value.reveal()]
        }
        rows.append([label("changed", .changed), localizer.dateAndTime(login.changed)])
        rows.append([label("location", .location), "login:\(login.id)"])
        return rows
    }
}
