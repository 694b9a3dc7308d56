import FeedAPI
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// A list of people.
struct PeopleInteractor: Interactor {
    typealias People = ListReading<Account>

    enum Action: Sendable {
        case people(People.Action)
        case open(AccountID)
    }

    let people: People
    let navigator: Navigator

    var initialState: People.State { people.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: people.outsideActions.map { .people($0) })
    }

    func mutate(_ action: Action, _ state: People.State) -> Effect<People.Mutation> {
        switch action {
        case .people(let action): people.mutate(action, state)
        case .open(let id):
            .run("navigate") { _ in navigator.open(FeedRoute.user.location(id)) }
        }
    }

    func reduce(_ state: inout People.State, _ mutation: People.Mutation) {
        people.reduce(&state, mutation)
    }
}

/// The screen of a list of people.
struct PeoplePresenter: Presenter {
    enum Command: String { case refresh, older, open }

    let location: Location
    let title: PeopleText
    let parent: Location
    let localizer: Localizer

    func screen(for state: ListReading<Account>.State) -> Screen {
        Screen(
            location: location, title: localizer(title),
            phase: state.phase(
                retry: Command.refresh.rawValue, loading: localizer(PeopleText.loadingPeople),
                empty: localizer(PeopleText.nobody), localizer),
            blocks: state.notes(localizer) + state.block("people", row: row),
            actions: [
                Action(Command.refresh, title: localizer(PeopleText.refresh), shortcut: "r")
            ]
                + (state.slice?.hasOlder == true
                    ? [Action(Command.older, title: localizer(PeopleText.older), shortcut: "o")]
                    : []),
            parent: parent)
    }

    private func row(_ account: Account) -> Row {
        let person = PostText.person(account)
        var row = Row(
            id: account.id.text, title: person.name,
            badge: account.isBot
                ? Badge(localizer(PeopleText.bot))
                : account.isLocked ? Badge(localizer(PeopleText.locked)) : nil,
            actions: [
                Action(Command.open, title: localizer(UIText.open), scope: .row, role: .primary)
            ])
        row.person = person
        row.location = FeedRoute.user.location(account.id)
        return row
    }
}

extension SceneDefinition {
    /// Who follows somebody, under one of the names of the route.
    static func followers(at route: Route<AccountID>) throws -> SceneDefinition {
        try SceneDefinition(route) { context, id in
            let id = try context.account.resolve(id)
            return try people(
                .followers(of: id), .followersTitle, FeedRoute.user.location(id), context)
        }
    }

    /// Whom somebody follows.
    static func following() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.following) { context, id in
            let id = try context.account.resolve(id)
            return try people(
                .following(of: id), .followingTitle, FeedRoute.user.location(id), context)
        }
    }

    /// Who likes a post.
    static func likers() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.likes) { context, id in
            try people(.likers(of: id), .likersTitle, FeedRoute.post.location(id), context)
        }
    }

    /// Who has shared a post.
    static func sharers() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.shares) { context, id in
            try people(.sharers(of: id), .sharersTitle, FeedRoute.post.location(id), context)
        }
    }

    private static func people(
        _ list: FeedList<Account>, _ title: PeopleText, _ parent: Location,
        _ context: SceneContext
    ) throws -> any Scene {
        InteractiveScene(
            PeopleInteractor(
                people: ListReading(list, of: try context.account), navigator: context.navigator),
            presenter: PeoplePresenter(
                location: context.location, title: title, parent: parent,
                localizer: context.localizer), context: context
        ) { input, _ in
            switch input {
            case .appear: .people(.appear)
            case .act(.refresh, _): .people(.refresh)
            case .window(_, let range): .people(.window(range))
            case .reading(_, let person): .people(.reading(person))
            case .act(.older, _): .people(.older)
            case .act(.open, let act): act.target(as: AccountID.self).map { .open($0) }
            default: nil
            }
        }
    }
}
