import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// The screen of one item.
struct ItemDetailPresenter: Presenter {
    enum Command: String {
        case copy, reveal, conceal, openSite = "open-site", nextCode = "next-code", restoreVersion =
            "restore-version", edit, favorite, unfavorite, delete, duplicates, restore,
            deleteForever = "delete-for-ever", showFile = "show-file", addFile = "add-file"
    }

    let location: Location
    let kind: any ItemKindPresenting
    /// Whether files are shown, and added, elsewhere.
    let linksFiles: Bool
    let localizer: Localizer

    func screen(for state: ItemDetailInteractor.State) -> Screen {
        guard let item = state.item else {
            return Screen(
                location: location, title: kind.names(localizer).one,
                phase: state.problem.map { .failed(Problem($0, localizer), retry: nil) }
                    ?? .loading(message: localizer(ItemsText.loading)),
                parent: ItemsRoute.list.location())
        }
        let facts = ItemFacts(kind, localizer)
        return Screen(
            location: location, title: ItemsText.title(item.title, localizer),
            summary: item.isTrashed ? localizer(ItemsText.inTrash) : "",
            blocks: warnings(of: item, state).map { .text(TextBlock($0, tone: .caution)) }
                + block(
                    "item",
                    facts: kind.facts(of: item, localizer).map { fact($0, state) }
                        + passkeys(item) + rules(item) + tags(item))
                + codes(of: item, state)
                + block("notes", facts: facts.notes(of: item).map { fact($0, state) })
                + block(
                    "fields", ItemsText.moreFields,
                    facts: facts.fields(of: item).map { fact($0, state) })
                + block("attachments", ItemsText.attachments, facts: attachments(item))
                + block("dates", ItemsText.dates, facts: dates(item))
                + block("history", ItemsText.history, facts: history(state)),
            actions: item.isTrashed ? trashActions : actions(item, state),
            parent: ItemsRoute.list.location())
    }

    private func warnings(of item: Item, _ state: ItemDetailInteractor.State) -> [String] {
        kind.warnings(of: item, in: state.month, localizer)
            + (item.login?.hasExpired(at: state.time) == true
                ? [localizer(ItemsText.hasExpired)] : [])
            + (state.isDuplicated ? [localizer(ItemsText.isDuplicated)] : [])
    }

    private func block(_ id: String, _ title: ItemsText? = nil, facts: [Fact]) -> [Block] {
        guard !facts.isEmpty else { return [] }
        return [.facts(FactsBlock(id: id, title: title.map { localizer($0) } ?? "", facts: facts))]
    }

    private func fact(
        _ fact: ItemFact, _ state: ItemDetailInteractor.State, further: [Action] = []
    ) -> Fact {
        var actions = [
            Action(
                Command.copy, title: localizer(UIText.copy), scope: .row,
                shortcut: fact.shortcut, accelerator: fact.accelerator, icon: .copy)
        ]
        let value: Fact.Value
        switch fact.content {
        case .text(let text):
            value = .text(text.reveal())
            if fact.qrCode != nil { actions.append(qrCodeAction(fact, state)) }
        case .concealed(let text, let shown):
            let isRevealed = state.revealed.contains(fact.id)
            value = isRevealed ? .revealed((shown ?? text).reveal()) : .concealed
            actions.append(
                isRevealed
                    ? Action(
                        Command.conceal, title: localizer(UIText.conceal), scope: .row,
                        icon: .conceal)
                    : Action(
                        Command.reveal, title: localizer(UIText.reveal), scope: .row, icon: .reveal)
            )
        case .site(let site):
            let address = SiteText.address(of: site)
            value = address.map { .link(text: site, address: $0) } ?? .text(site)
            if address != nil {
                actions.insert(
                    Action(
                        Command.openSite, title: localizer(ItemsText.openSite), scope: .row,
                        shortcut: fact.shortcut, icon: .open), at: 0)
                actions[1].shortcut = nil
            }
        case .code(let password):
            let code = password.code(at: state.time)
            if let secondsLeft = code.secondsLeft, let period = code.period {
                value = .code(code.text.reveal(), secondsLeft: secondsLeft, period: period)
                actions.append(qrCodeAction(fact, state))
            } else {
                value = .text(code.text.reveal())
                if state.item?.isTrashed == false {
                    actions.append(
                        Action(
                            Command.nextCode, title: localizer(ItemsText.nextCode), scope: .row))
                }
            }
        }
        return Fact(id: fact.id, label: fact.label, value: value, actions: actions + further)
    }

    private func qrCodeAction(
        _ fact: ItemFact, _ state: ItemDetailInteractor.State
    ) -> Action {
        state.revealed.contains(fact.id)
            ? Action(Command.conceal, title: localizer(ItemsText.concealQRCode), scope: .row)
            : Action(Command.reveal, title: localizer(ItemsText.revealQRCode), scope: .row)
    }

    /// What facts have for the camera of another device, while it is revealed.
    private func codes(of item: Item, _ state: ItemDetailInteractor.State) -> [Block] {
        kind.facts(of: item, localizer).compactMap { fact in
            guard state.revealed.contains(fact.id), let code = fact.qrCode ?? secret(of: fact)
            else { return nil }
            return .qrCode(
                QRCodeBlock(
                    id: "\(fact.id)-code", alternative: code.alternative,
                    content: .revealed(code.content.reveal())))
        }
    }

    /// The secret of codes that change with time.
    private func secret(of fact: ItemFact) -> ItemFact.QRCode? {
        fact.oneTimePassword.map { password in
            ItemFact.QRCode(
                password.address(),
                alternative: localizer(ItemsText.qrCodeAlternative, ["label": fact.label]))
        }
    }

    /// The passkeys that are kept for another program.
    private func passkeys(_ item: Item) -> [Fact] {
        let count = item.passkeyCount
        guard count > 0 else { return [] }
        return [
            Fact(
                id: "passkeys", label: localizer(ItemsText.passkeys),
                value: .text(localizer(ItemsText.passkeysKept, count: count)))
        ]
    }

    /// What other programs have said about where browsers get the item.
    private func rules(_ item: Item) -> [Fact] {
        (item.login?.shownBrowserRules ?? []).enumerated().map { index, rule in
            Fact(
                id: "browsers-\(index)", label: localizer(ItemsText.inBrowsers),
                value: .text(text(of: rule)))
        }
    }

    /// What a rule of another program says.
    private func text(of rule: BrowserRule) -> String {
        switch rule {
        case .address(let site, .host): localizer(ItemsText.ruleHost, ["site": site])
        case .address(let site, .startsWith): localizer(ItemsText.ruleStart, ["site": site])
        case .address(let site, .exact): localizer(ItemsText.ruleExact, ["site": site])
        case .onlyHTTP: localizer(ItemsText.ruleOnlyHTTP)
        case .notHTTP: localizer(ItemsText.ruleNotHTTP)
        case .denied(let hosts):
            localizer(ItemsText.ruleDenied, ["hosts": hosts.joined(separator: ", ")])
        case .allowed(let hosts):
            localizer(ItemsText.ruleAllowed, ["hosts": hosts.joined(separator: ", ")])
        case .realm(let realm): localizer(ItemsText.ruleRealm, ["realm": realm])
        }
    }

    private func tags(_ item: Item) -> [Fact] {
        guard !item.tags.isEmpty else { return [] }
        return [
            Fact(
                id: "tags", label: localizer(ItemsText.tags),
                value: .spans(tagSpans(item.tags)))
        ]
    }

    /// The tags, each of which leads to what has it.
    private func tagSpans(_ tags: [String]) -> [TextSpan] {
        let spans = tags.map { TextSpan($0, link: .location(ItemsRoute.tag($0))) }
        return Array(spans.map { [$0] }.joined(separator: [TextSpan(", ")]))
    }

    /// The id of the fact about a file.
    static func id(of attachment: Attachment) -> String { "attachment-\(attachment.id)" }

    private func attachments(_ item: Item) -> [Fact] {
        let show = Action(
            Command.showFile, title: localizer(ItemsText.showFile), scope: .row, icon: .attachment)
        return item.attachmentsBySize.map { name, attachment in
            Fact(
                id: Self.id(of: attachment), label: name,
                value: .text(ItemsText.size(attachment.size, localizer)),
                actions: linksFiles ? [show] : [])
        }
    }

    private func dates(_ item: Item) -> [Fact] {
        var dates = [("created", ItemsText.created, item.created)]
        if let login = item.login {
            if login.isPasswordDated, !login.password.isEmpty {
                dates.append(("password-changed", .passwordChanged, login.passwordChanged))
            }
            if let expiry = login.expiry { dates.append(("expires", .expires, expiry)) }
        } else if item.changed != item.created {
            dates.append(("changed", .changed, item.changed))
        }
        var facts = dates.map { id, label, time in
            Fact(id: id, label: localizer(label), value: .moment(Moment(time)))
        }
        if let used = item.used {
            facts.append(
                Fact(id: "used", label: localizer(ItemsText.lastUsed), value: .moment(Moment(used)))
            )
            // An imported item may have a date of last use without a count.
            if item.timesUsed > 0 {
                facts.append(
                    Fact(
                        id: "uses", label: localizer(ItemsText.uses),
                        value: .text(localizer(ItemsText.timesUsed, count: item.timesUsed))))
            }
        }
        return facts
    }

    /// The former versions; the first fact of each offers to go back to it.
    private func history(_ state: ItemDetailInteractor.State) -> [Fact] {
        let restore = Action(
            Command.restoreVersion, title: localizer(ItemsText.restoreVersion), scope: .row,
            confirmation: Confirmation(
                title: localizer(ItemsText.restoreVersionTitle),
                message: localizer(ItemsText.restoreVersionMessage),
                confirmTitle: localizer(ItemsText.restoreVersion)))
        let isChangeable = state.item.map { !$0.isTrashed } ?? false
        return state.history.indices.flatMap { index in
            ItemFacts(kind, localizer).version(index, in: state.history).enumerated()
                .map { place, item in
                    fact(item, state, further: place == 0 && isChangeable ? [restore] : [])
                }
        }
    }

    /// What can be done with an item in the trash.
    private var trashActions: [Action] {
        [
            Action(
                Command.restore, title: localizer(ItemsText.restore), role: .primary, shortcut: "r",
                icon: .undo),
            Action(
                Command.deleteForever, title: localizer(ItemsText.deleteForever),
                role: .destructive, accelerator: .delete, icon: .trash),
        ]
    }

    private func actions(_ item: Item, _ state: ItemDetailInteractor.State) -> [Action] {
        let favorite =
            item.isFavorite
            ? Action(
                Command.unfavorite, title: localizer(ItemsText.removeFavorite), shortcut: "f",
                icon: .star)
            : Action(
                Command.favorite, title: localizer(ItemsText.makeFavorite), shortcut: "f",
                icon: .star)
        let addFile = Action(
            Command.addFile, title: localizer(ItemsText.addFile), icon: .attachment)
        let duplicates = Action(Command.duplicates, title: localizer(ItemsText.showDuplicates))
        return [
            Action(
                Command.edit, title: localizer(ItemsText.edit), role: .primary, accelerator: .edit,
                icon: .edit),
            favorite,
        ] + (linksFiles ? [addFile] : []) + (state.isDuplicated ? [duplicates] : []) + [
            Action(
                Command.delete, title: localizer(ItemsText.delete), role: .destructive,
                accelerator: .delete, icon: .trash)
        ]
    }
}
