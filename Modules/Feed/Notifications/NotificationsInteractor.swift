import FeedAPI
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// Shows what the server tells the person; what is shown is read.
struct NotificationsInteractor: Interactor {
    typealias List = ListReading<FeedNotification>

    struct State: Sendable, Equatable {
        var list: List.State
        /// Those that the person sees for the first time.
        var fresh: Set<NotificationID> = []
    }

    enum Action: Sendable {
        /// Shows all there is, and asks for more.
        case open
        case list(List.Action)
        case showNews
        case go(Location)
    }

    enum Mutation: Sendable {
        case list(List.Mutation)
        case fresh(Set<NotificationID>)
    }

    let account: FeedAccount
    let list: List
    let navigator: Navigator

    var initialState: State { State(list: list.initialState) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: list.outsideActions.map { .list($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .open:
            .run("open", policy: .first) { emit in
                try await show(emit)
                emit(.list(.ask))
                do {
                    try await account.refreshNotices()
                    try await show(emit)
                    emit(.list(.answer))
                } catch let error as any ExplainedError {
                    emit(.list(.fail(Explanation(error))))
                }
            }
        case .showNews:
            .run("news", policy: .serial) { try await show($0) }
        case .list(let action):
            list.effect(of: action, state.list, in: "list") { .list($0) }
        case .go(let location):
            .run("navigate") { _ in navigator.open(location) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .list(let mutation): list.reduce(&state.list, mutation)
        case .fresh(let ids): state.fresh.formUnion(ids)
        }
    }

    /// Shows all that is kept, from the top; from then on it is read.
    private func show(_ emit: @Sendable (Mutation) -> Void) async throws {
        try await account.showNews(of: .notices)
        let unread = try await account.unreadNotices()
        if !unread.isEmpty { emit(.fresh(unread)) }
        let slice = try await account.slice(of: .notices)
        emit(.list(.window(nil)))
        emit(.list(.show(slice, of: nil)))
        try await account.markNoticesRead()
    }
}
