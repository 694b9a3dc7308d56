import TenonCore
import TenonUI
import WalletVault

/// The screen of one login.
struct LoginDetailPresenter: Presenter {
    let location: Location
    let localizer: Localizer

    func screen(for state: LoginDetailInteractor.State) -> Screen {
        guard let login = state.login else {
            return Screen(
                location: location, title: localizer(LoginsText.login),
                phase: state.problem.map { .failed(Problem($0, localizer), retry: nil) }
                    ?? .loading(message: localizer(LoginsText.loading)),
                parent: LoginsRoute.list)
        }
        return Screen(
            location: location, title: LoginsText.title(of: login, localizer),
            summary: login.isTrashed ? localizer(LoginsText.inTrash) : "",
            blocks: [.facts(credentials(login, state.revealed))] + notes(login)
                + customFields(login, state.revealed) + [.facts(dates(login))]
                + history(state.history, state.revealed),
            actions: login.isTrashed ? [] : actions(login), parent: LoginsRoute.list)
    }

    private func credentials(_ login: Login, _ revealed: Set<String>) -> FactsBlock {
        var facts: [Fact] = []
        if !login.userName.isEmpty {
            facts.append(
                Fact(
                    id: LoginFacts.userName, label: localizer(LoginsText.userName),
                    value: .text(login.userName),
                    actions: [copy(shortcut: "u")]))
        }
        if !login.password.isEmpty {
            facts.append(
                secret(
                    LoginFacts.password, localizer(LoginsText.password), login.password, revealed,
                    shortcut: "c"))
        }
        for (index, site) in login.sites.enumerated() {
            let address = SiteText.address(of: site)
            let open = Action(
                id: "open-site", title: localizer(LoginsText.openSite), scope: .row,
                shortcut: index == 0 ? "o" : nil)
            facts.append(
                Fact(
                    id: LoginFacts.site(at: index), label: localizer(LoginsText.site),
                    value: address.map { .link(text: site, address: $0) } ?? .text(site),
                    actions: (address == nil ? [] : [open]) + [copy()]))
        }
        if !login.tags.isEmpty {
            facts.append(
                Fact(
                    id: "tags", label: localizer(LoginsText.tags),
                    value: .text(login.tags.joined(separator: ", "))))
        }
        return FactsBlock(id: "credentials", facts: facts)
    }

    private func notes(_ login: Login) -> [Block] {
        guard !login.notes.isEmpty else { return [] }
        let fact = Fact(
            id: LoginFacts.notes, label: localizer(LoginsText.notes),
            value: .text(login.notes.reveal()), actions: [copy()])
        return [.facts(FactsBlock(id: "notes", facts: [fact]))]
    }

    private func customFields(_ login: Login, _ revealed: Set<String>) -> [Block] {
        let shown = login.customFields.enumerated().filter { !$0.element.isHidden }
        guard !shown.isEmpty else { return [] }
        let facts = shown.map { index, field in
            field.isConcealed
                ? secret(LoginFacts.custom(at: index), field.label, field.value, revealed)
                : Fact(
                    id: LoginFacts.custom(at: index), label: field.label,
                    value: .text(field.value.reveal()), actions: [copy()])
        }
        return [
            .facts(
                FactsBlock(
                    id: "fields", title: localizer(LoginsText.moreFields), facts: facts))
        ]
    }

    private func dates(_ login: Login) -> FactsBlock {
        var facts = [
            Fact(
                id: "created", label: localizer(LoginsText.created),
                value: .text(localizer.dateAndTime(login.created))),
            Fact(
                id: "password-changed", label: localizer(LoginsText.passwordChanged),
                value: .text(localizer.dateAndTime(login.passwordChanged))),
        ]
        if let used = login.used {
            var text = localizer.dateAndTime(used)
            // What was used before it was imported has a date, and was never counted here.
            if login.timesUsed > 0 {
                text += " (\(localizer(LoginsText.timesUsed, count: login.timesUsed)))"
            }
            facts.append(
                Fact(id: "used", label: localizer(LoginsText.lastUsed), value: .text(text)))
        }
        return FactsBlock(id: "dates", title: localizer(LoginsText.dates), facts: facts)
    }

    private func history(_ history: [ItemVersion], _ revealed: Set<String>) -> [Block] {
        guard !history.isEmpty else { return [] }
        let facts = history.enumerated().compactMap { index, version in
            version.password.map { password in
                secret(
                    LoginFacts.earlier(at: index),
                    localizer(LoginsText.until, ["date": localizer.date(version.replaced)]),
                    password, revealed)
            }
        }
        return [
            .facts(
                FactsBlock(
                    id: "history", title: localizer(LoginsText.earlierPasswords), facts: facts))
        ]
    }

    private func secret(
        _ id: String, _ label: String, _ text: SecretText, _ revealed: Set<String>,
        shortcut: String? = nil
    ) -> Fact {
        let isRevealed = revealed.contains(id)
        let toggle =
            isRevealed
            ? Action(id: "conceal", title: localizer(LoginsText.conceal), scope: .row)
            : Action(id: "reveal", title: localizer(LoginsText.reveal), scope: .row)
        return Fact(
            id: id, label: label, value: isRevealed ? .revealed(text.reveal()) : .concealed,
            actions: [copy(shortcut: shortcut), toggle])
    }

    private func copy(shortcut: String? = nil) -> Action {
        Action(id: "copy", title: localizer(LoginsText.copy), scope: .row, shortcut: shortcut)
    }

    private func actions(_ login: Login) -> [Action] {
        let favorite =
            login.isFavorite
            ? Action(id: "unfavorite", title: localizer(LoginsText.removeFavorite), shortcut: "f")
            : Action(id: "favorite", title: localizer(LoginsText.makeFavorite), shortcut: "f")
        let title = LoginsText.title(of: login, localizer)
        return [
            Action(id: "edit", title: localizer(LoginsText.edit), role: .primary, shortcut: "e"),
            favorite,
            Action(
                id: "delete", title: localizer(LoginsText.delete), role: .destructive,
                shortcut: "d",
                confirmation: Confirmation(
                    title: localizer(LoginsText.deleteTitle, ["title": title]),
                    message: localizer(LoginsText.deleteMessage),
                    confirmTitle: localizer(LoginsText.delete))),
        ]
    }
}
