import FeedAPI
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// A list of posts: what is kept, what is new, and what can be done with a post.
struct TimelineInteractor: Interactor {
    typealias Posts = ListReading<Post>

    enum Action: Sendable {
        case posts(Posts.Action)
        case open(PostID)
        case author(PostID)
        case like(PostID, Bool)
        case signInAgain
    }

    let posts: Posts
    let likes: LikeSwitch
    let navigator: Navigator

    var initialState: Posts.State { posts.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: posts.outsideActions.map { .posts($0) })
    }

    func mutate(_ action: Action, _ state: Posts.State) -> Effect<Posts.Mutation> {
        switch action {
        case .posts(let action):
            return posts.mutate(action, state)
        case .open(let id):
            return .run("navigate") { _ in
                navigator.open(FeedRoute.post.location(shown(id, state)?.id ?? id))
            }
        case .author(let id):
            guard let post = shown(id, state) else { return .none }
            return .run("navigate") { _ in
                navigator.open(FeedRoute.user.location(post.account.id))
            }
        case .like(let id, let isLiked):
            guard let post = shown(id, state) else { return .none }
            return .run("like", policy: .serial) { _ in
                try await likes.set(post.id, likes: isLiked)
            }
        case .signInAgain:
            return .run("navigate") { _ in
                navigator.open(FeedRoute.signInAgain.location())
            }
        }
    }

    func reduce(_ state: inout Posts.State, _ mutation: Posts.Mutation) {
        posts.reduce(&state, mutation)
    }

    /// What a row shows: the post, or the one that it shares.
    private func shown(_ id: PostID, _ state: Posts.State) -> Post? {
        let post = state.slice?.elements.first { $0.id == id }
        return post.map { $0.shared ?? $0 }
    }
}
