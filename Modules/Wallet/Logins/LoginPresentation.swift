import TenonCore
import TenonSecurity
import TenonUI
import WalletItems
import WalletVault

/// What a login looks like: an account somewhere, with its sites.
struct LoginPresentation: ItemKindPresenting {
    /// Makes passwords; `nil` when no generator is linked.
    let maker: (any PasswordMaking)?

    let kind = ItemKind.login

    let parts = [
        PresentedPart(.userName, LoginsText.userName, accelerator: .copyOther),
        PresentedPart(.password, LoginsText.password, autofill: .newPassword, accelerator: .copy),
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
                id: "copy-password", title: localizer(LoginsText.copyPassword), accelerator: .copy,
                label: localizer(LoginsText.password), missing: localizer(LoginsText.noPassword),
                icon: .key, isOffered: { !$0.missing.contains(.password) }
            ) { $0.login?.password },
            ItemCopy(
                id: "copy-user-name", title: localizer(LoginsText.copyUserName),
                accelerator: .copyOther,
                label: localizer(LoginsText.userName), missing: localizer(LoginsText.noUserName),
                icon: .person, isOffered: { !$0.userName.isEmpty }
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
                    id: ItemPart.oneTimePassword.rawValue,
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

    func values(of item: Item?) -> [ItemFieldName: FieldValue] {
        var values = parts.values(of: item)
        values[.sites] = .text(item?.login?.sites.joined(separator: "\n") ?? "")
        return values
    }

    func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field] {
        var fields = parts.fields(form, stored: stored, localizer)
        let password = ItemFieldName.part(.password)
        for index in fields.indices where fields[index].id == password.rawValue {
            fields[index].actions = makers(localizer)
            fields[index].isLive = true
        }
        return fields + [
            Field(
                ItemFieldName.sites, label: localizer(LoginsText.sites),
                help: localizer(LoginsText.sitesHelp),
                kind: .text(form.untrimmed(.sites), isMultiline: true))
        ]
    }

    func remark(
        on secret: SecretText, in field: ItemFieldName, _ localizer: Localizer
    ) -> SecretRemark? {
        field == .part(.password) ? .strength(Passphrase.strength(of: secret)) : nil
    }

    func problems(in form: ItemForm, _ localizer: Localizer) -> [ItemFieldName: String] {
        var problems: [ItemFieldName: String] = [:]
        if form.text(.title).isEmpty && form.text(.sites).isEmpty {
            problems[.title] = localizer(LoginsText.titleMissing)
        }
        if let secret = form.secret(.part(.oneTimePassword)), !secret.isEmpty {
            do {
                _ = try OneTimePassword(reading: secret)
            } catch {
                problems[.part(.oneTimePassword)] =
                    localizer.text(of: Explanation(error).sentence)
            }
        }
        return problems
    }

    func makeSecret(_ action: String, for field: ItemFieldName) throws -> SecretText? {
        guard field == .part(.password), let style = PasswordStyle(rawValue: action) else {
            return nil
        }
        return try maker?.makePassword(style).text
    }

    private func makers(_ localizer: Localizer) -> [Action] {
        guard maker != nil else { return [] }
        return PasswordStyle.allCases.map { style in
            let (title, help): (LoginsText, LoginsText) =
                switch style {
                case .usual: (.generate, .generateHelp)
                case .longer: (.generateLonger, .generateLengthHelp)
                case .shorter: (.generateShorter, .generateLengthHelp)
                case .plain: (.generatePlain, .generatePlainHelp)
                case .words: (.generateWords, .generateWordsHelp)
                case .digits: (.generateDigits, .generateDigitsHelp)
                }
            return Action(
                style, title: localizer(title), help: localizer(help), scope: .row,
                icon: .generator)
        }
    }

    func item(_ form: ItemForm, head: ItemHead, stored: Item?) -> Item {
        var login = stored?.login ?? Login(head: head)
        login.head = head
        login.sites = form.lines(.sites)
        var item = parts.item(form, over: .login(login))
        item.fillTitle()
        return item
    }
}

extension ItemFieldName {
    fileprivate static let sites = Self(rawValue: "sites")
}
