import TenonCore
import TenonUI
import WalletVault

/// The screen with the list of all logins.
struct LoginListPresenter: Presenter {
    let localizer: Localizer

    func screen(for state: LoginListInteractor.State) -> Screen {
        Screen(
            location: LoginsRoute.list, title: localizer(LoginsText.listTitle),
            summary: summary(state), phase: phase(state), blocks: blocks(state),
            actions: actions(state),
            search: Search(text: state.text, label: localizer(LoginsText.search)))
    }

    private func summary(_ state: LoginListInteractor.State) -> String {
        guard let page = state.page, page.total > 0 else { return "" }
        return state.text.isEmpty
            ? localizer(LoginsText.count, count: page.total)
            : localizer(LoginsText.found, count: page.total)
    }

    private func phase(_ state: LoginListInteractor.State) -> Phase {
        if let problem = state.problem {
            return .failed(Problem(problem, localizer), retry: "refresh")
        }
        guard let page = state.page else {
            return .loading(message: localizer(LoginsText.loading))
        }
        guard page.total == 0 else { return .ready }
        return state.text.isEmpty
            ? .empty(message: localizer(LoginsText.empty), action: "add")
            : .empty(message: localizer(LoginsText.noResult, ["text": state.text]), action: nil)
    }

    private func blocks(_ state: LoginListInteractor.State) -> [Block] {
        guard let page = state.page, page.total > 0 else { return [] }
        let list = ListBlock(
            id: "logins", total: page.total, offset: page.offset,
            rows: page.items.map { item in
                Row(
                    id: item.id.description, title: LoginsText.title(of: item, localizer),
                    subtitle: item.userName, value: site(of: item),
                    badge: item.isFavorite ? Badge(localizer(LoginsText.favorite)) : nil,
                    actions: rowActions)
            })
        return [.list(list)]
    }

    /// The host of the first site, where it says more than the title.
    private func site(of item: ItemOverview) -> String {
        guard let site = item.sites.first else { return "" }
        let host = SiteText.host(of: site)
        return host == item.title ? "" : host
    }

    private var rowActions: [Action] {
        [
            Action(id: "open", title: localizer(LoginsText.open), scope: .row, role: .primary),
            Action(
                id: "copy-password", title: localizer(LoginsText.copyPassword), scope: .row,
                shortcut: "c"),
            Action(
                id: "copy-user-name", title: localizer(LoginsText.copyUserName), scope: .row,
                shortcut: "u"),
        ]
    }

    private func actions(_ state: LoginListInteractor.State) -> [Action] {
        let sort =
            state.sort == .title
            ? Action(
                id: "sort-recent", title: localizer(LoginsText.sortRecent),
                help: localizer(LoginsText.sortRecentHelp), shortcut: "r")
            : Action(
                id: "sort-title", title: localizer(LoginsText.sortTitle),
                help: localizer(LoginsText.sortTitleHelp), shortcut: "r")
        let add = Action(
            id: "add", title: localizer(LoginsText.add), role: .primary, shortcut: "a")
        guard state.problem != nil else { return [add, sort] }
        return [Action(id: "refresh", title: localizer(LoginsText.retry), role: .primary), add]
    }
}

extension SceneDefinition {
    /// The list of all logins.
    static func loginList(_ services: LoginServices) throws -> SceneDefinition {
        try SceneDefinition("logins") { context in
            InteractiveScene(
                LoginListInteractor(
                    vault: services.vault, copier: services.copier(context),
                    navigator: context.navigator),
                presenter: LoginListPresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .appear, .act("refresh", _, _, _): .refresh
                case .search(let text): .search(text)
                case .window(_, let range): .window(range)
                case .act("add", _, _, _): .add
                case .act("sort-recent", _, _, _): .sort(.recentlyUsed)
                case .act("sort-title", _, _, _): .sort(.title)
                case .act("open", let row, _, _): ItemID(target: row).map { .select($0) }
                case .act("copy-password", let row, _, _):
                    ItemID(target: row).map { .copyPassword($0) }
                case .act("copy-user-name", let row, _, _):
                    ItemID(target: row).map { .copyUserName($0) }
                case .act, .edit, .back: nil
                }
            }
        }
    }
}

extension ItemID {
    /// The item that a row stands for.
    init?(target: String?) {
        guard let target, let id = ItemID(target) else { return nil }
        self = id
    }
}
