import TenonCore
import TenonUI
import WalletItems
import WalletVault

/// What a login looks like: an account somewhere, with its sites.
struct LoginPresentation: ItemKindPresenting {
    private enum FieldID {
        static let userName = "user-name"
        static let password = "password"
        static let sites = "sites"
    }

    let kind = ItemKind.login

    func names(_ localizer: Localizer) -> ItemKindNames {
        ItemKindNames(
            one: localizer(LoginsText.one), many: localizer(LoginsText.many),
            add: localizer(LoginsText.add), new: localizer(LoginsText.new),
            empty: localizer(LoginsText.empty), shortcut: "l")
    }

    // MARK: - Lists

    func subtitle(of item: ItemOverview, _ localizer: Localizer) -> String { item.userName }

    /// The host of the first site, where it says more than the title.
    func value(of item: ItemOverview, _ localizer: Localizer) -> String {
        guard let site = item.sites.first else { return "" }
        let host = SiteText.host(of: site)
        return host == item.title ? "" : host
    }

    func copies(_ localizer: Localizer) -> [ItemCopy] {
        [
            ItemCopy(
                id: "copy-password", title: localizer(LoginsText.copyPassword), shortcut: "c",
                label: localizer(LoginsText.password), missing: localizer(LoginsText.noPassword)
            ) { $0.login?.password },
            ItemCopy(
                id: "copy-user-name", title: localizer(LoginsText.copyUserName), shortcut: "u",
                label: localizer(LoginsText.userName), missing: localizer(LoginsText.noUserName)
            ) { $0.login.map { SecretText($0.userName) } },
        ]
    }

    // MARK: - One login

    func facts(of item: Item, _ localizer: Localizer) -> [ItemFact] {
        guard let login = item.login else { return [] }
        var facts: [ItemFact] = []
        if !login.userName.isEmpty {
            facts.append(
                ItemFact(
                    id: FieldID.userName, label: localizer(LoginsText.userName),
                    content: .text(SecretText(login.userName)), shortcut: "u"))
        }
        if !login.password.isEmpty {
            facts.append(
                ItemFact(
                    id: FieldID.password, label: localizer(LoginsText.password),
                    content: .concealed(login.password), shortcut: "c"))
        }
        return facts
            + login.sites.enumerated().map { index, site in
                ItemFact(
                    id: "site-\(index)", label: localizer(LoginsText.site), content: .site(site),
                    shortcut: index == 0 ? "o" : nil)
            }
    }

    func notesLabel(_ localizer: Localizer) -> String { localizer(LoginsText.notes) }

    // MARK: - The form

    func values(of item: Item?) -> [String: FieldValue] {
        let login = item?.login
        return [
            FieldID.userName: .text(login?.userName ?? ""),
            FieldID.password: .secret(SecretText(utf8: [])),
            FieldID.sites: .text(login?.sites.joined(separator: "\n") ?? ""),
        ]
    }

    func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field] {
        [
            Field(
                id: FieldID.userName, label: localizer(LoginsText.userName),
                kind: .text(form.untrimmed(FieldID.userName), isMultiline: false)),
            Field(
                id: FieldID.password, label: localizer(LoginsText.password),
                kind: .secret(isSet: !(stored?.login?.password.isEmpty ?? true)),
                autofill: .newPassword),
            Field(
                id: FieldID.sites, label: localizer(LoginsText.sites),
                help: localizer(LoginsText.sitesHelp),
                kind: .text(form.untrimmed(FieldID.sites), isMultiline: true)),
        ]
    }

    func problems(in form: ItemForm, _ localizer: Localizer) -> [String: String] {
        form.text("title").isEmpty && form.text(FieldID.sites).isEmpty
            ? ["title": localizer(LoginsText.titleMissing)] : [:]
    }

    func item(_ form: ItemForm, head: ItemHead, stored: Item?) -> Item {
        var login = stored?.login ?? Login(head: head)
        login.head = head
        login.userName = form.text(FieldID.userName)
        login.password = form.secret(FieldID.password) ?? login.password
        login.sites = form.list(FieldID.sites, separator: "\n")
        login.fillTitle()
        return .login(login)
    }
}
