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

    let kinds: ItemKinds
    let localizer: Localizer

    func screen(for state: ItemListInteractor.State) -> Screen {
        Screen(
            location: state.scope.location, title: title(state.scope), summary: summary(state),
            phase: phase(state), blocks: blocks(state), actions: actions(state),
            search: Search(text: state.rows.query.text, label: localizer(ItemsText.search)),
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

    private func phase(_ state: ItemListInteractor.State) -> Phase {
        if let problem = state.rows.problem {
            return .failed(Problem(problem, localizer), retry: Command.refresh.rawValue)
        }
        guard let page = state.rows.value?.page else {
            return .loading(message: localizer(ItemsText.loading))
        }
        guard page.total == 0 else { return .ready }
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

    private func blocks(_ state: ItemListInteractor.State) -> [Block] {
        guard let read = state.rows.value, read.page.total > 0 else { return [] }
        let page = read.page
        let rows = page.items.map { row($0, in: read.month, state.scope) }
        return [
            .list(
                ListBlock(id: "items", total: page.total, offset: page.offset, rows: rows))
        ]
    }

    private func row(_ item: ItemOverview, in month: YearMonth, _ scope: ItemListScope) -> Row {
        let title = ItemsText.title(item.title, localizer)
        guard let kind = kinds[item.kind] else {
            return Row(
                id: item.id.description, title: title,
                subtitle: localizer(ItemsText.unknownKind))
        }
        let badge =
            kind.badge(of: item, in: month, localizer)
            ?? (item.isFavorite && scope != .favorites
                ? Badge(localizer(ItemsText.favorite)) : nil)
        return Row(
            id: item.id.description, title: title, subtitle: kind.subtitle(of: item, localizer),
            value: kind.value(of: item, localizer), badge: badge,
            actions: [
                Action(Command.open, title: localizer(UIText.open), scope: .row, role: .primary)
            ] + kind.copies(localizer).map(\.action))
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
                role: index == 0 ? .primary : .normal, shortcut: index == 0 ? "a" : nil)
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
                    .init(page: try await services.vault.list($0), month: services.month)
                }, services: services, copier: try services.copier(context),
                localizer: context.localizer, navigator: context.navigator),
            presenter: ItemListPresenter(kinds: services.kinds, localizer: context.localizer),
            context: context
        ) { input, _ in
            switch input {
            case .appear, .act(.refresh, _): .rows(.refresh)
            case .search(let text): .search(text)
            case .window(_, let range): .rows(.window(range))
            case .act(.sortRecent, _): .sort(.recentlyUsed)
            case .act(.sortTitle, _): .sort(.title)
            case .act(.addOther, _): .addOther
            case .act(.open, let act): act.target(as: ItemID.self).map { .select($0) }
            case .other(let id, let act):
                act.target(as: ItemID.self).map { .copy(id, of: $0) }
                    ?? services.kinds.all.map(\.kind).first { ItemListPresenter.addID($0) == id }
                    .map { .add($0) }
            case .edit, .disappear, .back: nil
            }
        }
    }
}
