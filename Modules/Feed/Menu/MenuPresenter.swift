import FeedAPI
import FeedAccess
import FeedStore
import TenonCore
import TenonUI

/// The screen of the accounts.
struct MenuPresenter: Presenter {
    enum Command: String { case use, add, room, logout, send, drop, retry }

    /// The account that is in use.
    let current: Int64
    let localizer: Localizer

    func screen(for state: MenuInteractor.State) -> Screen {
        Screen(
            location: FeedRoute.menu.location(), title: localizer(MenuText.title),
            summary: state.place.map(words) ?? "",
            phase: state.accounts == nil
                ? .loading(message: localizer(MenuText.loading)) : .ready,
            blocks: accounts(state.accounts ?? []) + waiting(state.waiting, state.upload),
            actions: [
                Action(Command.add, title: localizer(MenuText.add), shortcut: "n"),
                Action(Command.room, title: localizer(MenuText.roomTitle), shortcut: "w"),
                Action(Command.logout, title: localizer(MenuText.logout), shortcut: "o"),
            ]
                + (state.waiting.contains { $0.refusal.isEmpty }
                    ? [Action(Command.send, title: localizer(MenuText.sendNow))] : []))
    }

    private func words(_ place: TokenPlace) -> String {
        switch place {
        case .file(let path): localizer(MenuText.inFile, ["place": path])
        case .service(let title):
            localizer(MenuText.inService, ["place": localizer.text(of: title)])
        }
    }

    private func accounts(_ accounts: [AccountRecord]) -> [Block] {
        let use = Action(
            Command.use, title: localizer(MenuText.use), scope: .row, role: .primary)
        let rows = accounts.map { account in
            let isCurrent = account.number == current
            var row = Row(
                id: "\(account.number)", title: HarmlessText.line(account.name),
                badge: isCurrent ? Badge(localizer(MenuText.current), tone: .positive) : nil,
                actions: isCurrent ? [] : [use])
            row.person = Person(
                HarmlessText.line(account.name), handle: HarmlessText.line(account.handle))
            return row
        }
        return .list(
            ListBlock(id: "accounts", rows: rows))
    }

    private func waiting(_ errands: [WaitingErrand], _ upload: UploadProgress?) -> [Block] {
        let drop = Action(Command.drop, title: localizer(MenuText.drop), scope: .row)
        let retry = Action(Command.retry, title: localizer(MenuText.retry), scope: .row)
        let rows = errands.map { waiting in
            Row(
                id: "errand-\(waiting.number)", title: title(waiting.errand),
                subtitle: waiting.refusal,
                value: upload?.errand == waiting.number
                    ? upload.map { Portion($0.fraction).percent } ?? "" : "",
                badge: waiting.refusal.isEmpty
                    ? nil : Badge(localizer(MenuText.refused), tone: .critical),
                actions: waiting.refusal.isEmpty ? [drop] : [retry, drop])
        }
        return .list(ListBlock(id: "waiting", title: localizer(MenuText.waiting), rows: rows))
    }

    private func title(_ errand: Errand) -> String {
        switch errand {
        case .like(_, let likes): localizer(likes ? MenuText.like : .unlike)
        case .follow(_, let follows): localizer(follows ? MenuText.follow : .unfollow)
        case .publish(let draft):
            draft.text.isEmpty
                ? localizer(MenuText.picture) : HarmlessText.line(String(draft.text.prefix(120)))
        }
    }
}

extension SceneDefinition {
    /// The accounts.
    static func menu() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.menu) { context in
            guard let account = context.ports[.feedAccount], let signing = context.ports[.signing]
            else { throw FeedStoreError.nobody }
            return InteractiveScene(
                MenuInteractor(
                    library: try context.ports[.feedLibrary], account: account,
                    sessions: try context.ports[.feedSessions], signing: signing,
                    navigator: context.navigator),
                presenter: MenuPresenter(
                    current: account.record.number, localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .appear: .refresh
                case .act(.add, _): .open(FeedRoute.addAccount.location())
                case .act(.room, _): .open(FeedRoute.room.location())
                case .act(.logout, _): .open(FeedRoute.logout.location())
                case .act(.send, _): .send
                case .act(.use, let act): act.target(as: Int.self).map { .use(Int64($0)) }
                case .act(.drop, let act): errand(act.target).map { .drop($0) }
                case .act(.retry, let act): errand(act.target).map { .retry($0) }
                default: nil
                }
            }
        }
    }

    private static func errand(_ target: String?) -> Int64? {
        target.flatMap { Int64($0.dropFirst("errand-".count)) }
    }
}
