import FeedStore
import TenonCore
import TenonUI

/// Leaves an account that its server does not know any more, so that the person can sign in again.
struct SignInAgainInteractor: Interactor {
    enum Action: Sendable { case leave }

    let leave: @Sendable () async -> Void

    var initialState: Bool { false }

    func mutate(_ action: Action, _ state: Bool) -> Effect<Action> {
        .run("leave", policy: .first) { _ in await leave() }
    }

    func reduce(_ state: inout Bool, _ mutation: Action) {}
}

/// The screen meanwhile.
struct SignInAgainPresenter: Presenter {
    let localizer: Localizer

    func screen(for state: Bool) -> Screen {
        Screen(
            location: FeedRoute.signInAgain.location(), title: localizer(AccessText.title),
            phase: .loading(message: localizer(AccessText.resuming)))
    }
}

extension SceneDefinition {
    /// Signs in again.
    static func signInAgain(_ sessions: FeedSessions) throws -> SceneDefinition {
        try SceneDefinition(
            FeedRoute.signInAgain, offersApplicationActions: false,
            presenter: SignInAgainPresenter.init
        ) { context in
            guard let account = context.ports[.feedAccount], let signing = context.ports[.signing]
            else { throw FeedStoreError.nobody }
            return SignInAgainInteractor {
                await sessions.signInAgain(account.record, signing)
            }
        } action: { input, _ in
            if case .appear = input { .leave } else { nil }
        }
    }
}
