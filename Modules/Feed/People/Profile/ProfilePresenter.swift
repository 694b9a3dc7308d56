import FeedAPI
import FeedMarkup
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// The screen of somebody.
struct ProfilePresenter: Presenter {
    enum Command: String {
        case refresh, older, follow, unfollow, followers, following, open, like, unlike
    }

    let location: Location
    let isOwn: Bool
    let localizer: Localizer

    func screen(for state: ProfileInteractor.State) -> Screen {
        let name = state.profile.map { PostText.person($0.account).name }
        return Screen(
            location: location, title: name ?? localizer(PeopleText.title),
            summary: state.profile.map { PostText.person($0.account).handle } ?? "",
            phase: phase(state),
            blocks: notes(state) + blocks(state), actions: actions(state))
    }

    private func phase(_ state: ProfileInteractor.State) -> Phase {
        if state.profile != nil { return .ready }
        if let problem = state.problem {
            return problem.phase(retry: Command.refresh.rawValue, localizer)
        }
        return .loading(message: localizer(PeopleText.loading))
    }

    /// Why the person or their posts are not of today.
    private func notes(_ state: ProfileInteractor.State) -> [Block] {
        guard state.profile != nil, let problem = state.problem ?? state.posts.problem else {
            return []
        }
        return [problem.note(localizer)]
    }

    private func blocks(_ state: ProfileInteractor.State) -> [Block] {
        guard let profile = state.profile else { return [] }
        let account = profile.account
        let note = HTMLText.paragraphs(of: account.note)
        let text = note.isEmpty ? [] : [Block.richText(RichTextBlock(id: "note", paragraphs: note))]
        let person = PostText.person(account)
        let header = PostText.header(
            of: account, alternative: localizer(PeopleText.header, ["name": person.name]))
        let wide = header.map { [Block.image(ImageBlock(id: "header", image: $0))] } ?? []
        let facts =
            [
                Fact(
                    id: "person", label: localizer(PeopleText.title),
                    value: .person(person, location: nil))
            ] + counts(account) + fields(account)
            + [since(account), relation(profile)].compactMap(\.self)
        let posts =
            state.posts.slice == nil
            ? state.posts.problem?.unseen(localizer) ?? []
            : state.posts.block("posts") { Row($0, isOfOne: true, localizer) }
        // A part of the page, and not a list with something above it.
        return wide + text + [.facts(FactsBlock(id: "about", facts: facts))]
            + (posts.isEmpty
                ? []
                : [
                    .group(
                        GroupBlock(
                            id: "all-posts", title: localizer(PeopleText.posts), blocks: posts))
                ])
    }

    private func counts(_ account: Account) -> [Fact] {
        func count(_ id: String, _ label: PeopleText, _ number: Int, _ location: Location) -> Fact {
            Fact(
                id: id, label: localizer(label),
                value: .spans([TextSpan(localizer.number(number), link: .location(location))]))
        }
        return [
            Fact(
                id: "posts-count", label: localizer(PeopleText.posts),
                value: .text(localizer.number(account.posts))),
            count(
                "followers", .followers, account.followers,
                FeedRoute.followers.location(account.id)),
            count(
                "following", .following, account.following,
                FeedRoute.following.location(account.id)),
        ]
    }

    private func fields(_ account: Account) -> [Fact] {
        account.fields.enumerated().map { index, field in
            Fact(
                id: "field-\(index)", label: HarmlessText.line(field.name),
                value: .spans(HTMLText.paragraphs(of: field.value).flatMap(\.self)))
        }
    }

    private func since(_ account: Account) -> Fact? {
        account.created.map {
            Fact(id: "since", label: localizer(PeopleText.since), value: .moment(Moment($0)))
        }
    }

    private func relation(_ profile: Profile) -> Fact? {
        guard let relationship = profile.relationship else { return nil }
        let words = [
            relationship.isFollowing ? localizer(PeopleText.followedByYou) : "",
            relationship.isRequested ? localizer(PeopleText.requested) : "",
            relationship.isFollowed ? localizer(PeopleText.followsYou) : "",
        ].filter { !$0.isEmpty }
        return Fact(
            id: "relation", label: localizer(PeopleText.relation),
            value: .text(
                words.isEmpty ? localizer(PeopleText.notRelated) : words.joined(separator: ", ")))
    }

    private func actions(_ state: ProfileInteractor.State) -> [Action] {
        let refresh = Action(
            Command.refresh, title: localizer(PeopleText.refresh), shortcut: "r")
        guard let profile = state.profile else { return state.problem == nil ? [] : [refresh] }
        let follow =
            profile.relationship.map { relationship in
                relationship.isFollowing || relationship.isRequested
                    ? Action(Command.unfollow, title: localizer(PeopleText.unfollow), shortcut: "w")
                    : Action(
                        Command.follow, title: localizer(PeopleText.follow), role: .primary,
                        shortcut: "w")
            }
        let older =
            state.posts.slice?.hasOlder == true
            ? Action(Command.older, title: localizer(PeopleText.older), shortcut: "o") : nil
        return [
            isOwn ? nil : follow,
            Action(Command.followers, title: localizer(PeopleText.followersTitle)),
            Action(Command.following, title: localizer(PeopleText.followingTitle)), refresh, older,
        ].compactMap(\.self)
    }
}

extension SceneDefinition {
    /// Somebody.
    static func user() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.user) { try profile($0, of: $1) }
    }

    /// The person who is signed in.
    static func ownProfile() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.profile) { context in
            try profile(context, of: try context.account.record.id)
        }
    }

    private static func profile(_ context: SceneContext, of id: AccountID) throws -> any Scene {
        let account = try context.account
        let id = account.resolve(id)
        return InteractiveScene(
            ProfileInteractor(
                id: id, account: account, posts: ListReading(.posts(of: id), of: account),
                likes: try LikeSwitch(account, context), navigator: context.navigator),
            presenter: ProfilePresenter(
                location: context.location, isOwn: account.isOwn(id), localizer: context.localizer),
            context: context
        ) { input, _ in
            switch input {
            case .appear: .appear
            case .act(.refresh, _): .refresh
            case .window(_, let range): .posts(.window(range))
            case .reading(_, let post): .posts(.reading(post))
            case .act(.older, _): .posts(.older)
            case .act(.follow, _): .follow(true)
            case .act(.unfollow, _): .follow(false)
            case .act(.followers, _): .open(FeedRoute.followers.location(id))
            case .act(.following, _): .open(FeedRoute.following.location(id))
            case .act(.open, let act):
                act.target(as: PostID.self).map { .open(FeedRoute.post.location($0)) }
            case .act(.like, let act): act.target(as: PostID.self).map { .like($0, true) }
            case .act(.unlike, let act): act.target(as: PostID.self).map { .like($0, false) }
            default: nil
            }
        }
    }
}
