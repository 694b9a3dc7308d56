import TenonCore
import WalletVault

extension KeyedHasher {
    /// The mark of an item's content; `nil` when there is too little in it to be a copy of
    /// something.
    func mark(of item: Item) -> SecretMark? {
        switch item {
        case .login(let login):
            guard !login.sites.isEmpty, !login.password.isEmpty else { return nil }
            let sites = login.sites.map { SiteText.host(of: $0).lowercased() }.sorted()
            return mark(
                of: [
                    SecretText("login"), SecretText(sites.joined(separator: "\n")),
                    SecretText(login.userName.lowercased()), login.password,
                ])
        case .card(let card):
            guard !card.number.isEmpty else { return nil }
            // In groups every number is spelled in one way.
            let number = CardNumber(card.number).grouped
            return mark(of: [SecretText("card"), number])
        case .note(let note):
            guard !note.notes.isEmpty else { return nil }
            return mark(of: [SecretText("note"), SecretText(note.title), note.notes])
        case .record(let record):
            let texts = record.kind.parts.compactMap { record[$0] }
            guard !texts.allSatisfy(\.isEmpty) else { return nil }
            return mark(of: [SecretText(record.kind.rawValue)] + texts)
        }
    }

    /// The marks that an item shares with one that may be the same.
    ///
    /// What a program calls the entry that it was: two machines make two items of one file. Those of a login:
    /// its user name in each application, and its password with that user name at each site, or with its title
    /// where it has no site; elsewhere its content.
    func likenessMarks(of item: Item) -> [SecretMark] {
        var marks = item.customFields.filter { HiddenLabel.names.contains($0.label) }.map {
            mark(of: [SecretText(item.kind.rawValue), SecretText($0.label), $0.value])
        }
        guard let login = item.login else {
            return marks + [mark(of: item)].compactMap(\.self)
        }
        let name = SecretText(login.userName)
        if !login.userName.isEmpty {
            marks += Set(login.sites.map { SiteAddress.application(at: $0) }).map { application in
                mark(of: [SecretText("application"), SecretText(application), name])
            }
        }
        if !login.password.isEmpty {
            marks += Set(login.sites.map { SiteAddress.account(at: $0) }).map { account in
                mark(of: [SecretText("account"), SecretText(account), name, login.password])
            }
            if login.sites.isEmpty {
                let title = SecretText(login.title)
                marks.append(mark(of: [SecretText("title"), title, name, login.password]))
            }
        }
        return marks
    }
}
