import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// The screen with a list of items.
struct ItemListPresenter: Presenter {
    enum Command: String {
        case open, addOther = "add-other", refresh, sortRecent = "sort-recent", sortTitle =
            "sort-title"
    }
    enum FilterName: String { case kind, favorite, health, tag }

    let kinds: ItemKinds
    let localizer: Localizer

    func screen(for state: ItemListInteractor.State) -> Screen {
        Screen(
            location: state.scope.location, title: title(state.scope), summary: summary(state),
            phase: phase(state), blocks: blocks(state), actions: actions(state),
            search: Search(text: state.rows.query.text, label: localizer(ItemsText.search)),
            filters: filters(state),
            parent: state.scope.parent)
    }

    private func title(_ scope: ItemListScope) -> String {
        switch scope {
        case .all: localizer(ItemsText.listTitle)
        case .kind(let kind): kinds[kind]?.names(localizer).many ?? ""
        case .favorites: localizer(ItemsText.favorites)
        case .tag(let name): localizer(ItemsText.tagTitle, ["name": name])
        }
    }

    private func summary(_ state: ItemListInteractor.State) -> String {
        guard let page = state.rows.value?.page, page.total > 0 else { return "" }
        return state.rows.query.text.isEmpty
            ? localizer(ItemsText.count, count: page.total)
            : localizer(ItemsText.found, count: page.total)
    }

    private func filters(_ state: ItemListInteractor.State) -> [Filter] {
        state.rows.value?.facets.filters(
            state.scope, state.rows.query, state.problems, kinds, localizer) ?? []
    }

    private func phase(_ state: ItemListInteractor.State) -> Phase {
        if let problem = state.rows.problem {
            return .failed(Problem(problem, localizer), retry: Command.refresh.rawValue)
        }
        guard let page = state.rows.value?.page else {
            return .loading(message: localizer(ItemsText.loading))
        }
        guard page.total == 0 else { return .ready }
        guard !isNarrowed(state) else {
            return .empty(message: localizer(ItemsText.noneLeft), action: nil)
        }
        guard state.rows.query.text.isEmpty else {
            return .empty(
                message: localizer(ItemsText.noResult, ["text": state.rows.query.text]), action: nil
            )
        }
        switch state.scope {
        case .all:
            return .empty(
                message: localizer(ItemsText.empty), action: addable(.all).first.map(Self.addID))
        case .kind(let kind):
            return .empty(
                message: kinds[kind]?.names(localizer).empty ?? "", action: Self.addID(kind))
        case .favorites:
            return .empty(message: localizer(ItemsText.noFavorites), action: nil)
        case .tag:
            return .empty(message: localizer(ItemsText.noTagged), action: nil)
        }
    }

    /// Whether filters leave out something that the scope of the list has.
    private func isNarrowed(_ state: ItemListInteractor.State) -> Bool {
        filters(state).contains { !$0.chosen.isEmpty }
    }

    private func blocks(_ state: ItemListInteractor.State) -> [Block] {
        guard let read = state.rows.value, read.page.total > 0 else { return [] }
        let page = read.page
        let rows = page.items.map { row($0, read, state.scope) }
        return [
            .list(
                ListBlock(
                    id: "items", total: page.total, offset: page.offset, rows: rows,
                    selection: ListSelection(
                        actions: BulkCommand.allCases.map { $0.action(localizer) })))
        ]
    }

    private func row(
        _ item: ItemOverview, _ read: ItemListInteractor.Rows, _ scope: ItemListScope
    ) -> Row {
        let title = ItemsText.title(item.title, localizer)
        guard let kind = kinds[item.kind] else {
            return Row(
                id: item.id.description, title: title,
                subtitle: localizer(ItemsText.unknownKind))
        }
        let health = read.facets.health
        let badge =
            kind.badge(of: item, in: read.month, localizer)
            ?? badge(of: item, [.reused, .weak], .caution, health)
            ?? (item.isFavorite && scope != .favorites
                ? Badge(localizer(ItemsText.favorite)) : nil)
            ?? badge(of: item, [.duplicated, .old], .neutral, health)
        return Row(
            id: item.id.description, title: title, subtitle: kind.subtitle(of: item, localizer),
            value: kind.value(of: item, localizer), badge: badge, icon: item.kind.icon,
            location: item.kind.route.location(item.id),
            actions: [
                Action(
                    Command.open, title: localizer(UIText.open), scope: .row, role: .primary,
                    icon: .open)
            ] + kind.copies(localizer).filter { $0.isOffered(item) }.map(\.action))
    }

    /// A word about the password of an item, for the first of several problems that it has.
    private func badge(
        of item: ItemOverview, _ problems: [ItemHealth.Problem], _ tone: Tone, _ health: ItemHealth?
    ) -> Badge? {
        problems.first { health?.has($0, item.id) == true }
            .map { Badge(localizer(ItemsText.title(of: $0)), tone: tone) }
    }

    private func actions(_ state: ItemListInteractor.State) -> [Action] {
        let sort =
            state.rows.query.sort == .title
            ? Action(
                Command.sortRecent, title: localizer(ItemsText.sortRecent),
                help: localizer(ItemsText.sortRecentHelp), shortcut: "r")
            : Action(
                Command.sortTitle, title: localizer(ItemsText.sortTitle),
                help: localizer(ItemsText.sortTitleHelp), shortcut: "r")
        let add = addable(state.scope).enumerated().map { index, kind in
            Action(
                id: Self.addID(kind), title: kinds[kind]?.names(localizer).add ?? "",
                role: index == 0 ? .primary : .normal, accelerator: index == 0 ? .new : nil,
                icon: .add)
        }
        let other =
            hasOthers(state.scope)
            ? [Action(Command.addOther, title: localizer(ItemsText.addOther))] : []
        guard state.rows.problem != nil else { return add + other + [sort] }
        return [Action(Command.refresh, title: localizer(UIText.retry), role: .primary)]
            + add + other
    }

    /// The kinds of which a list takes new ones at once.
    private func addable(_ scope: ItemListScope) -> [ItemKind] {
        switch scope {
        case .all: kinds.all.map(\.kind).filter { !$0.isRecord }
        case .kind(let kind): [kind]
        case .favorites, .tag: []
        }
    }

    /// Whether there are further kinds, too many for an action each.
    private func hasOthers(_ scope: ItemListScope) -> Bool {
        scope == .all && kinds.all.contains(where: \.kind.isRecord)
    }

    static func addID(_ kind: ItemKind) -> String { "add-\(kind.rawValue)" }
}

extension SceneDefinition {
    /// A list of items.
    static func itemList(
        _ scope: ItemListScope, at route: Route<Void>, _ services: ItemServices
    ) throws -> SceneDefinition {
        try SceneDefinition(route) { try makeItemList(scope, services, $0) }
    }

    /// The list of the items with a tag.
    static func itemsWithTag(_ services: ItemServices) throws -> SceneDefinition {
        try SceneDefinition(ItemsRoute.tag) { context, name in
            try makeItemList(.tag(name.routeText), services, context)
        }
    }

    private static func makeItemList(
        _ scope: ItemListScope, _ services: ItemServices, _ context: SceneContext
    ) throws -> any Scene {
        let order = context.ports.walletSettings.listOrder
        let query = scope.query(sort: order == .title ? .title : .recentlyUsed)
        return InteractiveScene(
            ItemListInteractor(
                scope: scope,
                rows: VaultReading(of: services.vault, query: query) {
                    .init(
                        page: try await services.vault.list($0), month: services.month,
                        facets: ItemFacets(
                            counts: try await services.vault.counts(),
                            tags: try await services.vault.tags(),
                            health: services.health?.current))
                }, services: services, copier: try services.copier(context),
                bulk: BulkChanges(
                    vault: services.vault, notices: try context.ports[.notices],
                    localizer: context.localizer),
                additions: try context.ports[.itemAdditions],
                localizer: context.localizer, navigator: context.navigator),
            presenter: ItemListPresenter(kinds: services.kinds, localizer: context.localizer),
            context: context
        ) { input, _ in
            switch input {
            case .appear, .act(.refresh, _): .rows(.refresh)
            case .search(let text): .search(text)
            case .filter(let filter, let options): .filter(filter, options)
            case .window(_, let range): .rows(.window(range))
            case .act(.sortRecent, _): .sort(.recentlyUsed)
            case .act(.sortTitle, _): .sort(.title)
            case .act(.addOther, _): .addOther
            case .act(.open, let act): act.target(as: ItemID.self).map { .select($0) }
            case .other(let id, let act) where !act.rows.isEmpty:
                BulkCommand(rawValue: id)?.change(act.input).map {
                    .change(act.rows(as: ItemID.self), $0)
                }
            case .other(let id, let act):
                act.target(as: ItemID.self).map { .copy(id, of: $0) }
                    ?? services.kinds.all.map(\.kind).first { ItemListPresenter.addID($0) == id }
                    .map { .add($0) }
            case .edit, .reading, .disappear, .back: nil
            }
        }
    }
}
