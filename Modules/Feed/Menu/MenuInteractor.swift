import FeedAPI
import FeedAccess
import FeedStore
import TenonCore
import TenonUI

/// Shows the accounts, and what is still to be sent.
struct MenuInteractor: Interactor {
    struct State: Sendable, Equatable {
        var accounts: [AccountRecord]?
        var waiting: [WaitingErrand] = []
        /// How much of the pictures on their way was sent.
        var upload: UploadProgress?
        /// Where the token of the account in use is kept.
        var place: TokenPlace?
    }

    enum Action: Sendable {
        case refresh
        case use(Int64)
        case open(Location)
        case send
        case drop(Int64)
        case retry(Int64)
    }

    enum Mutation: Sendable {
        case show([AccountRecord], [WaitingErrand], TokenPlace?)
        case upload(UploadProgress?)
    }

    let library: FeedLibrary
    let account: FeedAccount
    let sessions: FeedSessions
    let signing: any SigningIn
    let navigator: Navigator

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(account.changes()).map { _ in .refresh })
            .merge(with: Flow(library.changes()).map { _ in .refresh })
    }

    func transform(mutations: Flow<Mutation>) -> Flow<Mutation> {
        mutations.merge(with: Flow(account.uploads()).map { .upload($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh:
            return .run("read", policy: .latest) { emit in
                emit(
                    .show(
                        try await library.accounts(), try await account.waiting(),
                        sessions.tokenPlace(of: account.record)))
            }
        case .use(let number):
            guard let wanted = state.accounts?.first(where: { $0.number == number }),
                number != account.record.number
            else { return .none }
            return .run("change", policy: .first) { _ in
                try await sessions.change(to: wanted, signing)
            }
        case .open(let location):
            return .run("navigate") { _ in navigator.open(location) }
        case .send:
            return .run("send", policy: .first) { _ in await account.sendWaiting() }
        case .drop(let errand):
            return .run("drop", policy: .serial) { _ in try await account.drop(errand) }
        case .retry(let errand):
            return .run("retry", policy: .serial) { _ in try await account.retry(errand) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .show(let accounts, let waiting, let place):
            (state.accounts, state.waiting, state.place) = (accounts, waiting, place)
        case .upload(let upload):
            state.upload = upload
        }
    }
}
