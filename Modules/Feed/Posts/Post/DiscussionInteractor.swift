import FeedAPI
import FeedStore
import TenonCore
import TenonUI

/// Shows a post and what was said about it: what is kept at once, then what the server says.
struct DiscussionInteractor: Interactor {
    struct State: Sendable, Equatable {
        var discussion: Discussion?
        var isAsking = false
        var problem: Explanation?
        /// Whether a text is shown that has a warning before it.
        var isRevealed = false
    }

    enum Action: Sendable {
        case refresh
        case reread
        case reveal
        case like(PostID, Bool)
        case open(Location)
        case delete
    }

    enum Mutation: Sendable {
        case show(Discussion?)
        case ask
        case answer
        case fail(Explanation)
        case reveal
    }

    let id: PostID
    let account: FeedAccount
    let likes: LikeSwitch
    let navigator: Navigator

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(account.changes()).map { _ in .reread })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh: .merge(read(), ask())
        case .reread: read()
        case .reveal: .just(.reveal)
        case .like(let id, let isLiked):
            .run("like", policy: .serial) { _ in try await likes.set(id, likes: isLiked) }
        case .open(let location):
            .run("navigate") { _ in navigator.open(location) }
        case .delete:
            .run("delete", policy: .first) { _ in
                try await account.delete(id)
                navigator.back()
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .show(let discussion): state.discussion = discussion ?? state.discussion
        case .ask: (state.isAsking, state.problem) = (true, nil)
        case .answer: state.isAsking = false
        case .fail(let problem): (state.isAsking, state.problem) = (false, problem)
        case .reveal: state.isRevealed = true
        }
    }

    private func read() -> Effect<Mutation> {
        .run("read", policy: .latest) { emit in
            emit(.show(try await account.discussion(of: id)))
        }
    }

    private func ask() -> Effect<Mutation> {
        .run("ask", policy: .first) { emit in
            emit(.ask)
            do {
                try await account.refreshDiscussion(of: id)
                emit(.show(try await account.discussion(of: id)))
                emit(.answer)
            } catch let error as any ExplainedError {
                emit(.fail(Explanation(error)))
            }
        }
    }
}
