import TenonCore
import TenonSecurity
import TenonUI
import WalletItems
import WalletVault

/// What a login looks like: an account somewhere, with its sites.
struct LoginPresentation: ItemKindPresenting {
    private enum FieldID {
        static let password = ItemPart.password.rawValue
        /// A password that was made here and is not stored yet, and its bits.
        static let generated = "generated-password"
        static let generatedBits = "generated-bits"
        static let oneTimePassword = ItemPart.oneTimePassword.rawValue
        static let sites = "sites"
    }

    private enum Command: String {
        case generate
    }

    /// Makes passwords; `nil` when no generator is linked.
    let maker: (any PasswordMaking)?

    let kind = ItemKind.login

    let parts = [
        PresentedPart(.userName, LoginsText.userName, shortcut: "u"),
        PresentedPart(.password, LoginsText.password, autofill: .newPassword, shortcut: "c"),
        PresentedPart(.oneTimePassword, LoginsText.oneTimeSecret, help: .oneTimeSecretHelp),
    ]

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
        var facts = parts.dropLast().compactMap { $0.fact(of: item, localizer) }
        if let secret = login.oneTimePassword, !secret.isEmpty {
            // A value that cannot be read is shown as it is, so that nothing stored is out of
            // reach.
            let password = try? OneTimePassword(reading: secret)
            facts.append(
                ItemFact(
                    id: FieldID.oneTimePassword,
                    label: localizer(
                        password == nil ? LoginsText.oneTimeSecret : LoginsText.oneTimePassword),
                    content: password.map { .code($0) } ?? .concealed(secret), shortcut: "m"))
        }
        return facts
            + login.sites.enumerated().map { index, site in
                ItemFact(
                    id: "site-\(index)", label: localizer(LoginsText.site), content: .site(site),
                    shortcut: index == 0 ? "o" : nil)
            }
    }

    // MARK: - The form

    func values(of item: Item?) -> [String: FieldValue] {
        var values = parts.values(of: item)
        values[FieldID.sites] = .text(item?.login?.sites.joined(separator: "\n") ?? "")
        return values
    }

    func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field] {
        parts.fields(form, stored: stored, localizer) + [
            Field(
                id: FieldID.sites, label: localizer(LoginsText.sites),
                help: localizer(LoginsText.sitesHelp),
                kind: .text(form.untrimmed(FieldID.sites), isMultiline: true))
        ]
    }

    func problems(in form: ItemForm, _ localizer: Localizer) -> [String: String] {
        var problems: [String: String] = [:]
        if form.text(ItemFields.title).isEmpty && form.text(FieldID.sites).isEmpty {
            problems[ItemFields.title] = localizer(LoginsText.titleMissing)
        }
        if let secret = form.secret(FieldID.oneTimePassword), !secret.isEmpty {
            do {
                _ = try OneTimePassword(reading: secret)
            } catch {
                problems[FieldID.oneTimePassword] =
                    localizer.text(of: Explanation(error).sentence)
            }
        }
        return problems
    }

    func formActions(_ localizer: Localizer) -> [Action] {
        guard maker != nil else { return [] }
        return [
            Action(
                Command.generate, title: localizer(LoginsText.generate),
                help: localizer(LoginsText.generateHelp))
        ]
    }

    func perform(_ action: String, on form: ItemForm) throws -> ItemForm {
        guard Command(rawValue: action) == .generate, let password = try maker?.makePassword()
        else { return form }
        return form.setting(FieldID.generated, to: .secret(password.text))
            .setting(FieldID.generatedBits, to: .text(String(Int(password.bits))))
            // It takes the place of what was typed before.
            .setting(FieldID.password, to: .secret(SecretText(utf8: [])))
    }

    func facts(of form: ItemForm, _ localizer: Localizer) -> [ItemFact] {
        guard let password = form.secret(FieldID.generated), newPassword(in: form) == password
        else { return [] }
        return [
            ItemFact(
                id: FieldID.generated,
                label: localizer(
                    LoginsText.generated, count: Int(form.text(FieldID.generatedBits)) ?? 0),
                content: .concealed(password))
        ]
    }

    /// The password that the form asks for; `nil` when the present one stays, empty to remove it.
    private func newPassword(in form: ItemForm) -> SecretText? {
        let typed = form.secret(FieldID.password)
        if let typed, !typed.isEmpty { return typed }
        return form.secret(FieldID.generated) ?? typed
    }

    func item(_ form: ItemForm, head: ItemHead, stored: Item?) -> Item {
        var login = stored?.login ?? Login(head: head)
        login.head = head
        login.sites = form.list(FieldID.sites, separator: "\n")
        var item = parts.item(form, over: .login(login))
        if let password = newPassword(in: form) { item[.password] = password }
        item.fillTitle()
        return item
    }
}
