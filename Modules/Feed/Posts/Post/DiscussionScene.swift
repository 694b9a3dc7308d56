import FeedAPI
import FeedStore
import TenonCore
import TenonUI

extension SceneDefinition {
    /// A post.
    static func post() throws -> SceneDefinition {
        try discussion(FeedRoute.post, isAnswersOnly: false)
    }

    /// What was said about a post.
    static func comments() throws -> SceneDefinition {
        try discussion(FeedRoute.comments, isAnswersOnly: true)
    }

    private static func discussion(
        _ route: Route<PostID>, isAnswersOnly: Bool
    ) throws -> SceneDefinition {
        try SceneDefinition(route) { context, id in
            let account = try context.account
            return InteractiveScene(
                DiscussionInteractor(
                    id: id, account: account, likes: try LikeSwitch(account, context),
                    navigator: context.navigator),
                presenter: DiscussionPresenter(
                    id: id, location: context.location, isAnswersOnly: isAnswersOnly,
                    isOwn: { account.isOwn($0) }, localizer: context.localizer),
                context: context
            ) { input, state in action(for: input, state, of: id) }
        }
    }

    private static func action(
        for input: SceneEvent<DiscussionPresenter>, _ state: DiscussionInteractor.State,
        of id: PostID
    ) -> DiscussionInteractor.Action? {
        switch input {
        case .appear, .act(.refresh, _): return .refresh
        case .act(.reveal, _): return .reveal
        case .act(.likePost, _): return .like(id, true)
        case .act(.unlikePost, _): return .like(id, false)
        case .act(.answer, _): return .open(FeedRoute.answer.location(id))
        case .act(.likers, _): return .open(FeedRoute.likes.location(id))
        case .act(.delete, _): return .delete
        case .act(let command, let act):
            let answers = state.discussion?.answers ?? []
            guard let target = act.target(as: PostID.self),
                let answer = answers.first(where: { $0.id == target })
            else { return nil }
            switch command {
            case .open: return .open(FeedRoute.post.location(target))
            case .like: return .like(target, true)
            case .unlike: return .like(target, false)
            case .author: return .open(FeedRoute.user.location(answer.account.id))
            default: return nil
            }
        default: return nil
        }
    }
}
