import FeedAPI
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// The screen of what the server tells the person.
struct NotificationsPresenter: Presenter {
    enum Command: String { case refresh, news, older, open, author, people }

    let localizer: Localizer

    func screen(for state: NotificationsInteractor.State) -> Screen {
        Screen(
            location: FeedRoute.notifications.location(),
            title: localizer(NotificationsText.title),
            phase: state.list.phase(
                retry: Command.refresh.rawValue, loading: localizer(NotificationsText.loading),
                empty: localizer(NotificationsText.empty), localizer),
            blocks: state.list.notes(localizer) + list(state), actions: actions(state))
    }

    private func list(_ state: NotificationsInteractor.State) -> [Block] {
        guard let slice = state.list.slice else { return [] }
        // The newest one of a row is new if any of it is.
        let rows = slice.elements.map { notice in
            row(
                notice, slice.others[notice.id.text], isNew: state.fresh.contains(notice.id))
        }
        return .list(
            ListBlock(
                id: "notifications", total: slice.total, offset: slice.offset, rows: rows))
    }

    private func row(
        _ notice: FeedNotification, _ others: ListOthers<FeedNotification>?, isNew: Bool
    ) -> Row {
        var row = Row(
            id: notice.id.text, title: title(notice, others),
            subtitle: notice.post.map { PostText.line(of: $0, localizer) } ?? "",
            badge: isNew ? Badge(localizer(NotificationsText.new)) : nil,
            icon: icon(notice.kind), actions: actions(notice, ofSeveral: others != nil))
        row.moment = notice.created.map { Moment($0) }
        return row
    }

    /// What happened; two people are named, of more the last one and how many others there are.
    private func title(
        _ notice: FeedNotification, _ others: ListOthers<FeedNotification>?
    ) -> String {
        let names = ["name": name(notice), "other": others.map { name($0.next) } ?? ""]
        func text(
            _ one: NotificationsText, _ two: NotificationsText, _ more: NotificationsText
        ) -> String {
            switch others?.count ?? 0 {
            case 0: localizer(one, names)
            case 1: localizer(two, names)
            case let count: localizer(more, count: count, names)
            }
        }
        return switch notice.kind {
        case .like: text(.likes, .bothLike, .othersLike)
        case .follow: text(.follows, .bothFollow, .othersFollow)
        case .share: text(.shares, .bothShared, .othersShared)
        case .followRequest: localizer(NotificationsText.asksToFollow, names)
        case .mention: localizer(NotificationsText.mentions, names)
        default: localizer(NotificationsText.other, names)
        }
    }

    private func name(_ notice: FeedNotification) -> String {
        notice.account.map { PostText.person($0).name } ?? localizer(NotificationsText.somebody)
    }

    private func icon(_ kind: FeedNotification.Kind) -> Icon {
        switch kind {
        case .like: .heart
        case .follow, .followRequest: .person
        case .mention: .message
        case .share: .share
        default: .bell
        }
    }

    private func actions(_ notice: FeedNotification, ofSeveral: Bool) -> [Action] {
        let open = Action(
            Command.open, title: localizer(UIText.open), scope: .row, role: .primary, icon: .open)
        let author = Action(
            Command.author, title: localizer(NotificationsText.author), scope: .row, icon: .person)
        let people = Action(
            Command.people, title: localizer(NotificationsText.people), scope: .row, icon: .person)
        switch (notice.post, notice.account) {
        case (nil, nil): return []
        case (nil, _), (_, nil): return [open]
        default: return [open, ofSeveral ? people : author]
        }
    }

    private func actions(_ state: NotificationsInteractor.State) -> [Action] {
        let waiting = state.list.slice?.waiting ?? 0
        let news =
            waiting > 0
            ? [
                Action(
                    Command.news, title: localizer(NotificationsText.news, count: waiting),
                    role: .primary, shortcut: "w")
            ] : []
        let older =
            state.list.slice?.hasOlder == true
            ? [Action(Command.older, title: localizer(NotificationsText.older), shortcut: "o")] : []
        return news
            + [Action(Command.refresh, title: localizer(NotificationsText.refresh), shortcut: "r")]
            + older
    }
}

extension SceneDefinition {
    /// What the server tells the person.
    static func notifications() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.notifications) { context in
            let account = try context.account
            return InteractiveScene(
                NotificationsInteractor(
                    account: account, list: ListReading(.notices, of: account),
                    navigator: context.navigator),
                presenter: NotificationsPresenter(localizer: context.localizer), context: context
            ) { input, state in
                switch input {
                // Who comes back from a post goes on at the same place.
                case .appear: state.list.slice == nil ? .open : .list(.refresh)
                case .act(.refresh, _): .open
                case .window(_, let range): .list(.window(range))
                case .act(.news, _): .showNews
                case .act(.older, _): .list(.older)
                case .act(.open, let act):
                    notice(act.target, state).flatMap { target(of: $0, state, account) }
                        .map { .go($0) }
                case .act(.people, let act):
                    notice(act.target, state).flatMap { people(of: $0, account) }.map { .go($0) }
                case .act(.author, let act):
                    notice(act.target, state)?.account.map { .go(FeedRoute.user.location($0.id)) }
                default: nil
                }
            }
        }
    }

    private static func notice(
        _ target: String?, _ state: NotificationsInteractor.State
    ) -> FeedNotification? {
        state.list.slice?.elements.first { $0.id.text == target }
    }

    /// What a notification is about: its post, else who caused it.
    private static func target(
        of notice: FeedNotification, _ state: NotificationsInteractor.State, _ account: FeedAccount
    ) -> Location? {
        if let post = notice.post { return FeedRoute.post.location(post.id) }
        let isOfSeveral = state.list.slice?.others[notice.id.text] != nil
        return (isOfSeveral ? people(of: notice, account) : nil)
            ?? notice.account.map { FeedRoute.user.location($0.id) }
    }

    /// Where all those are who did the same.
    private static func people(of notice: FeedNotification, _ account: FeedAccount) -> Location? {
        switch (notice.kind, notice.post?.id) {
        case (.like, let post?): FeedRoute.likes.location(post)
        case (.share, let post?): FeedRoute.shares.location(post)
        case (.follow, _): FeedRoute.followers.location(account.record.id)
        default: nil
        }
    }
}
