import FeedAPI
import FeedStore
import TenonCore
import TenonNetworking
import TenonUI

/// Signs in: goes on by itself where an account is there, else asks for a server, then for a consent.
struct SignInInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// What is being done, if anything.
        var work: Work?
        /// The server that was asked for.
        var server = ""
        /// The sign-in that has begun.
        var pending: PendingSignIn?
        /// Why it failed the last time.
        var problem: Explanation?
    }

    /// What a person waits for.
    enum Work: Sendable, Equatable { case resuming, asking, inBrowser, checking }

    enum Action: Sendable {
        case appear
        case ask(String)
        case openBrowser
        case enter(SecretText)
        case startOver
    }

    enum Mutation: Sendable {
        case begin(Work)
        case suggest(String)
        case ask(PendingSignIn)
        case startOver
        case end
        case fail(Explanation)
    }

    let sessions: FeedSessions
    let signing: any SigningIn
    /// Whether another account is added to the one that is in use.
    let isAdding: Bool
    let target: Location?
    let latest: LatestTarget
    let localizer: Localizer

    var initialState: State { State(work: isAdding ? nil : .resuming) }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .appear:
            isAdding ? .none : appear()
        case .ask(let server):
            .run("sign in", policy: .first) { emit in
                emit(.suggest(server))
                emit(.begin(.asking))
                emit(.ask(try await sessions.service.begin(server)))
            }
        case .openBrowser:
            whilePending(state, .inBrowser) { pending in
                try await sessions.service.signIn(
                    pending, inBrowserSaying: localizer(AccessText.browserDone))
            }
        case .enter(let code):
            .merge(
                .cancel("sign in"),
                whilePending(state, .checking) { pending in
                    try await sessions.service.signIn(pending, code: code)
                })
        case .startOver:
            .merge(.cancel("sign in"), .just(.startOver))
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .begin(let work): (state.work, state.problem) = (work, nil)
        case .suggest(let server): state.server = server
        case .ask(let pending): (state.work, state.pending) = (nil, pending)
        case .startOver: (state.work, state.pending, state.problem) = (nil, nil, nil)
        case .end: state.work = nil
        case .fail(let problem): (state.work, state.problem) = (nil, problem)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    /// A sign-in below this one, which has begun before, goes on to where this one leads.
    private func appear() -> Effect<Mutation> {
        latest.location = target
        return .run("sign in", policy: .first) { try await resume($0) }
    }

    private func resume(_ emit: @Sendable (Mutation) -> Void) async throws {
        guard try await !sessions.resume(signing, at: { latest.location ?? target }) else { return }
        if let known = try await sessions.chosen() { emit(.suggest(known.server.origin)) }
        emit(.end)
    }

    private func whilePending(
        _ state: State, _ work: Work,
        _ body: @escaping @Sendable (PendingSignIn) async throws -> Void
    ) -> Effect<Mutation> {
        guard let pending = state.pending else { return .none }
        return .run("sign in \(work)", policy: .latest) { emit in
            emit(.begin(work))
            try await body(pending)
            if isAdding {
                await signing.signOut(to: nil)
            } else {
                _ = try await sessions.resume(signing) { latest.location ?? target }
            }
        }
    }
}
