import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet show`.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Help.localized("Show one item."),
        discussion: Help.localized(
            """
            The item is named by its location or id, or by an address with https:// that it has just \
            so; else by its title, its user name, another address of its site or words: the first of \
            these that fits. An address fits with its host, and with the port and the path that it \
            gives. When several items fit, you choose one at a terminal; else they are listed, \
            nothing is done, and the exit status is 3. Secrets are concealed unless --reveal or \
            --field asks for them.

            Examples:
              wallet show github
              wallet show https://accounts.example.com --reveal
              wallet show login:0a1b… --field password
              wallet show "My card" --field number
            """))

    @Argument(help: .localized("The item."), completion: ItemCompletion.kind)
    var item: String

    @Flag(help: .localized("Show secrets."))
    var reveal = false

    @Option(help: .localized("Print only this part, as it is."))
    var field: NamedPart?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        let wasUnlocked = session.vault.status == .unlocked
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        // A person who has just opened the vault has already given the passphrase.
        if wasUnlocked, reveal || field?.isSecret == true {
            try await session.checkBeforeRevealing()
        }
        if let field {
            guard let text = field.text(of: found) else {
                throw WalletCommandError.nothingToCopy(field.name)
            }
            try StandardOutput.write(text)
            // A private key ends with a line break of its own.
            let isLine = text.withBytes { $0.last == UInt8(ascii: "\n") }
            return try StandardOutput.write(isLine ? "" : "\n")
        }
        try output.write(
            json: ItemDocument(found, isRevealed: reveal),
            plain: rows(found, session.localizer, isPlain: true),
            text: HarmlessText.line(found.title) + "\n\n"
                + TextTable(values: rows(found, session.localizer, isPlain: false)).text)
    }

    private func rows(_ item: Item, _ localizer: Localizer, isPlain: Bool) -> [[String]] {
        func label(_ key: String, _ text: CommandText) -> String { isPlain ? key : localizer(text) }
        func secret(_ text: SecretText) -> String { reveal ? text.reveal() : text.description }
        var rows: [[String]] = []
        if isPlain { rows.append(["title", item.title]) }
        for part in NamedPart.all(of: item.kind) {
            guard let text = part.text(of: item) else { continue }
            let shown = part == .part(.number) ? CardNumber(text).grouped : text
            // The revealed secret must not be mistaken for the current code.
            let isCode = part == .part(.oneTimePassword) && reveal
            let name =
                isCode ? localizer(CommandText.oneTimeSecret) : part.label(localizer)
            rows.append([
                isPlain ? part.rawValue : name, part.isSecret ? secret(shown) : text.reveal(),
            ])
        }
        rows += (item.login?.sites ?? []).map { [label("site", .site), $0] }
        let passkeys = item.passkeyCount
        if passkeys > 0 {
            rows.append([
                label("passkeys", .passkeys),
                isPlain ? "\(passkeys)" : localizer(CommandText.passkeysKept, count: passkeys),
            ])
        }
        rows += (item.login?.shownBrowserRules ?? []).map { rule in
            [label("browsers", .inBrowsers), text(of: rule, localizer)]
        }
        if !item.tags.isEmpty {
            rows.append([label("tags", .tags), item.tags.joined(separator: ", ")])
        }
        rows += item.customFields.filter { !$0.isHidden }.map { field in
            [field.label, field.isConcealed ? secret(field.value) : field.value.reveal()]
        }
        rows += item.namedAttachments.map { [label("file", .attachments), $0.name] }
        if let expiry = item.login?.expiry {
            rows.append([label("expires", .expires), localizer.dateAndTime(expiry)])
        }
        rows.append([label("changed", .changed), localizer.dateAndTime(item.changed)])
        rows.append([label("location", .location), "\(item.kind.route.location(item.id))"])
        return rows
    }

    /// What a rule of another program says.
    private func text(of rule: BrowserRule, _ localizer: Localizer) -> String {
        switch rule {
        case .address(let site, .host): localizer(CommandText.ruleHost, ["site": site])
        case .address(let site, .startsWith): localizer(CommandText.ruleStart, ["site": site])
        case .address(let site, .exact): localizer(CommandText.ruleExact, ["site": site])
        case .onlyHTTP: localizer(CommandText.ruleOnlyHTTP)
        case .notHTTP: localizer(CommandText.ruleNotHTTP)
        case .denied(let hosts):
            localizer(CommandText.ruleDenied, ["hosts": hosts.joined(separator: ", ")])
        case .allowed(let hosts):
            localizer(CommandText.ruleAllowed, ["hosts": hosts.joined(separator: ", ")])
        case .realm(let realm): localizer(CommandText.ruleRealm, ["realm": realm])
        }
    }
}
