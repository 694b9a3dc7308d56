import TenonCore
import TenonUI
import WalletVault

/// The list of items that may be the same.
struct DuplicatesPresenter: Presenter {
    enum Command: String { case open, retry }

    let localizer: Localizer

    func screen(for state: DuplicatesInteractor.Page.State) -> Screen {
        let page = state.value.flatMap(\.self)
        return Screen(
            location: DuplicateGroup.list.location(), title: localizer(AuditText.duplicates),
            summary: localizer(AuditText.duplicatesSummary),
            phase: .reading(
                page.map { 0..<$0.total }, problem: state.problem, retry: Command.retry.rawValue,
                loading: localizer(AuditText.comparing),
                empty: localizer(AuditText.noDuplicates), localizer),
            blocks: page.map(blocks) ?? [])
    }

    private func blocks(_ page: DuplicatesPage) -> [Block] {
        guard page.total > 0 else { return [] }
        let open = Action(
            Command.open, title: localizer(UIText.open), scope: .row, role: .primary, icon: .open)
        let rows = page.groups.map { group in
            let id = group.first.id
            return Row(
                id: id.description, title: AuditText.title(of: group.first, localizer),
                subtitle: group.first.userName,
                value: localizer(AuditText.sameItems, count: group.items.items.count),
                badge: group.items.isSecretEqual
                    ? nil
                    : Badge(localizer(AuditText.otherPassword), tone: .caution),
                location: DuplicateGroup.route.location(id), actions: [open])
        }
        return [
            .list(ListBlock(id: "groups", total: page.total, offset: page.offset, rows: rows))
        ]
    }
}

/// The items that may be the same as one, and in what each differs from it.
struct DuplicateGroupPresenter: Presenter {
    enum Command: String { case open, merge, retry }

    let id: ItemID
    let localizer: Localizer

    func screen(for state: DuplicateGroupInteractor.Reading.State) -> Screen {
        let likeness = state.value.flatMap(\.self)
        return Screen(
            location: DuplicateGroup.route.location(id),
            title: likeness?.item.map { AuditText.title(of: $0, localizer) }
                ?? localizer(AuditText.duplicates),
            summary: localizer(AuditText.mergeHelp),
            phase: .reading(
                likeness.map { 0..<$0.total }, problem: state.problem,
                retry: Command.retry.rawValue, loading: localizer(AuditText.comparing),
                empty: localizer(AuditText.onlyOne), localizer),
            blocks: likeness.flatMap(block).map { [$0] } ?? [],
            parent: DuplicateGroup.list.location())
    }

    private func block(_ likeness: DuplicateGroupInteractor.Likeness) -> Block? {
        guard let item = likeness.item, likeness.total > 0 else { return nil }
        let rows = likeness.others.map { other in
            Row(
                id: other.item.id.description,
                title: AuditText.title(of: other.item, localizer),
                subtitle: ([other.item.userName] + other.item.sites).filter { !$0.isEmpty }
                    .joined(separator: " · "),
                value: differences(other.comparison),
                badge: other.comparison.hasOtherPassword
                    ? Badge(localizer(AuditText.otherPassword), tone: .caution) : nil,
                location: other.item.kind.route.location(other.item.id),
                actions: actions(item, other))
        }
        return .list(
            ListBlock(
                id: "items", total: likeness.total, offset: likeness.offset, rows: rows))
    }

    private func actions(
        _ item: ItemOverview, _ other: DuplicateGroupInteractor.Likeness.Other
    ) -> [Action] {
        let titles = [
            "title": AuditText.title(of: item, localizer),
            "other": AuditText.title(of: other.item, localizer),
        ]
        var message = localizer(AuditText.mergeMessage, titles)
        if other.comparison.hasOtherPassword {
            message += " " + localizer(AuditText.mergePasswords)
        }
        if other.comparison.hasOtherCodes { message += " " + localizer(AuditText.mergeCodes) }
        return [
            Action(
                Command.merge, title: localizer(AuditText.merge), scope: .row, role: .primary,
                shortcut: "m",
                confirmation: Confirmation(
                    title: localizer(AuditText.mergeTitle), message: message,
                    confirmTitle: localizer(AuditText.merge))),
            Action(
                Command.open, title: localizer(UIText.open), scope: .row, shortcut: "o",
                icon: .open),
        ]
    }

    private func differences(_ comparison: DuplicateComparison) -> String {
        guard !comparison.differences.isEmpty else { return localizer(AuditText.same) }
        let names = comparison.differences.map(label).joined(separator: ", ")
        return localizer(AuditText.differsIn, ["parts": names])
    }

    private func label(_ subject: DuplicateComparison.Subject) -> String {
        switch subject {
        case .title: localizer(AuditText.titles)
        case .part(let part): localizer.text(of: part.name)
        case .sites: localizer(AuditText.sites)
        case .fields: localizer(AuditText.fields)
        case .tags: localizer(AuditText.tags)
        case .attachments: localizer(AuditText.attachments)
        }
    }
}
