import FeedAPI
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// The screen with a list of posts.
struct TimelinePresenter: Presenter {
    enum Command: String {
        case refresh, news, older, open, like, unlike, author, signInAgain = "sign-in-again"
    }

    let kind: TimelineKind
    let localizer: Localizer

    func screen(for state: ListReading<Post>.State) -> Screen {
        Screen(
            location: kind.location, title: kind.title(localizer), summary: summary(state),
            phase: state.phase(
                retry: isSignedOut(state)
                    ? Command.signInAgain.rawValue : Command.refresh.rawValue,
                loading: localizer(TimelineText.loading), empty: kind.empty(localizer), localizer),
            blocks: state.notes(localizer)
                + state.block("posts") { Row($0, localizer) },
            actions: actions(state),
            parent: parent)
    }

    /// Where one goes back to; what is a place of the application has nothing above.
    private var parent: Location? {
        switch kind {
        case .home, .everyone, .liked: nil
        case .tag: FeedRoute.feed.location()
        }
    }

    private func summary(_ state: ListReading<Post>.State) -> String {
        guard kind.list.hasNews, let slice = state.slice else { return "" }
        // Always one line, so that nothing moves when something comes in.
        return slice.waiting > 0
            ? localizer(TimelineText.waiting, count: slice.waiting)
            : localizer(TimelineText.noNews)
    }

    private func isSignedOut(_ state: ListReading<Post>.State) -> Bool {
        state.problem?.code == .feedSignedOut
    }

    private func actions(_ state: ListReading<Post>.State) -> [Action] {
        let again =
            isSignedOut(state)
            ? [
                Action(
                    Command.signInAgain, title: localizer(TimelineText.signInAgain),
                    role: .primary)
            ] : []
        let news =
            (state.slice?.waiting ?? 0) > 0
            ? [
                Action(
                    Command.news,
                    title: localizer(TimelineText.news, count: state.slice?.waiting ?? 0),
                    role: .primary, shortcut: "w")
            ] : []
        let older =
            state.slice?.hasOlder == true
            ? [
                Action(
                    Command.older, title: localizer(TimelineText.older),
                    help: localizer(TimelineText.olderHelp), shortcut: "o")
            ] : []
        let refresh = Action(
            Command.refresh, title: localizer(TimelineText.refresh),
            help: localizer(TimelineText.refreshHelp), shortcut: "r")
        return again + news + [refresh] + older
    }
}

extension SceneDefinition {
    /// Posts by people whom the person follows.
    static func home() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.feed) { try timeline(.home, $0) }
    }

    /// All posts with pictures.
    static func everyone() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.everyone) { try timeline(.everyone, $0) }
    }

    /// Posts that the person likes.
    static func liked() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.liked) { try timeline(.liked, $0) }
    }

    /// The posts with a hashtag.
    static func tag() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.tag) { try timeline(.tag($1), $0) }
    }

    private static func timeline(
        _ kind: TimelineKind, _ context: SceneContext
    ) throws -> any Scene {
        let account = try context.account
        return InteractiveScene(
            TimelineInteractor(
                posts: ListReading(kind.list, of: account),
                likes: try LikeSwitch(account, context), navigator: context.navigator),
            presenter: TimelinePresenter(kind: kind, localizer: context.localizer),
            context: context
        ) { input, _ in
            switch input {
            case .appear: .posts(.appear)
            case .act(.refresh, _): .posts(.refresh)
            case .window(_, let range): .posts(.window(range))
            case .reading(_, let post): .posts(.reading(post))
            case .act(.news, _): .posts(.showNews)
            case .act(.older, _): .posts(.older)
            case .act(.signInAgain, _): .signInAgain
            case .act(.open, let act): act.target(as: PostID.self).map { .open($0) }
            case .act(.author, let act): act.target(as: PostID.self).map { .author($0) }
            case .act(.like, let act): act.target(as: PostID.self).map { .like($0, true) }
            case .act(.unlike, let act): act.target(as: PostID.self).map { .like($0, false) }
            default: nil
            }
        }
    }
}
