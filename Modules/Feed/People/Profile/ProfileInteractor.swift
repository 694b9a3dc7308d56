import FeedAPI
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// Shows somebody and their posts, and follows them or not.
struct ProfileInteractor: Interactor {
    typealias Posts = ListReading<Post>

    struct State: Sendable, Equatable {
        var profile: Profile?
        var posts: Posts.State
        var problem: Explanation?
    }

    enum Action: Sendable {
        case appear
        case refresh
        case reread
        case posts(Posts.Action)
        case follow(Bool)
        case like(PostID, Bool)
        case open(Location)
    }

    enum Mutation: Sendable {
        case show(Profile?)
        case posts(Posts.Mutation)
        case fail(Explanation?)
    }

    let id: AccountID
    let account: FeedAccount
    let posts: Posts
    let likes: LikeSwitch
    let navigator: Navigator

    var initialState: State { State(posts: posts.initialState) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: posts.outsideActions.map { .posts($0) })
            .merge(with: Flow(account.changes()).map { _ in .reread })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .appear:
            return .merge(read(), ask(), send(.appear, state))
        case .refresh:
            return .merge(read(), ask(), send(.refresh, state))
        case .reread:
            return read()
        case .posts(let action):
            return send(action, state)
        case .follow(let follows):
            return .run("follow", policy: .serial) { _ in
                try await likes.perform(.follow(account.resolve(id), follows))
            }
        case .like(let id, let isLiked):
            return .run("like", policy: .serial) { _ in try await likes.set(id, likes: isLiked) }
        case .open(let location):
            return .run("navigate") { _ in navigator.open(location) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .show(let profile): state.profile = profile ?? state.profile
        case .posts(let mutation): posts.reduce(&state.posts, mutation)
        case .fail(let problem): state.problem = problem
        }
    }

    private func send(_ action: Posts.Action, _ state: State) -> Effect<Mutation> {
        posts.effect(of: action, state.posts, in: "posts") { .posts($0) }
    }

    private func read() -> Effect<Mutation> {
        .run("read", policy: .latest) { emit in
            emit(.show(try await account.profile(of: id)))
        }
    }

    private func ask() -> Effect<Mutation> {
        .run("ask", policy: .first) { emit in
            do {
                try await account.refreshProfile(of: id)
                emit(.show(try await account.profile(of: id)))
                emit(.fail(nil))
            } catch let error as any ExplainedError {
                emit(.fail(Explanation(error)))
            }
        }
    }
}
