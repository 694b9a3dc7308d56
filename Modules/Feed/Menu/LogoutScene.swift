import FeedAccess
import FeedStore
import TenonCore
import TenonUI

/// Signs the person out.
struct LogoutInteractor: Interactor {
    struct State: Sendable, Equatable {
        var unsent = 0
        var isWorking = false
    }

    enum Action: Sendable {
        case appear
        case logOut
        case back
    }

    enum Mutation: Sendable {
        case count(Int)
        case begin
    }

    let account: FeedAccount
    let sessions: FeedSessions
    let signing: any SigningIn
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .appear:
            .run("count", policy: .latest) { emit in
                emit(.count(try await account.countUnsent()))
            }
        case .logOut:
            .run("log out", policy: .first) { emit in
                emit(.begin)
                let farewell = try await sessions.leave(account.record, signing)
                for notice in self.notices(of: farewell) { notices.notify(notice) }
            }
        case .back:
            .run("back") { _ in navigator.back() }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .count(let count): state.unsent = count
        case .begin: state.isWorking = true
        }
    }

    private func notices(of farewell: FeedSessions.Farewell) -> [Notice] {
        let problems = [
            farewell.notRevoked.map { (MenuText.notRevoked, $0) },
            farewell.notRemoved.map { (MenuText.notRemoved, $0) },
        ].compactMap(\.self)
        guard !problems.isEmpty else {
            return [
                Notice(
                    localizer(MenuText.loggedOut, ["handle": account.record.handle]),
                    tone: .positive)
            ]
        }
        return problems.map { key, problem in
            Notice(
                localizer(key, ["reason": localizer.text(of: problem.message)]), tone: .caution)
        }
    }
}

/// The screen that says what is lost.
struct LogoutPresenter: Presenter {
    enum Command: String { case logOut = "log-out", cancel }

    let handle: String
    let localizer: Localizer

    func screen(for state: LogoutInteractor.State) -> Screen {
        Screen(
            location: FeedRoute.logout.location(), title: localizer(MenuText.logoutTitle),
            summary: localizer(MenuText.logoutSummary, ["handle": handle]),
            phase: state.isWorking ? .loading(message: localizer(MenuText.loggingOut)) : .ready,
            blocks: state.unsent > 0
                ? [
                    .text(
                        TextBlock(
                            localizer(MenuText.logoutUnsent, count: state.unsent), tone: .caution))
                ] : [],
            actions: [
                Action(Command.logOut, title: localizer(MenuText.logout), role: .primary),
                Action(Command.cancel, title: localizer(UIText.cancel), role: .cancel),
            ], parent: FeedRoute.menu.location())
    }
}

extension SceneDefinition {
    /// Logging out.
    static func logout() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.logout) { context in
            guard let account = context.ports[.feedAccount], let signing = context.ports[.signing]
            else { throw FeedStoreError.nobody }
            return InteractiveScene(
                LogoutInteractor(
                    account: account, sessions: try context.ports[.feedSessions], signing: signing,
                    notices: try context.ports[.notices], localizer: context.localizer,
                    navigator: context.navigator),
                presenter: LogoutPresenter(
                    handle: HarmlessText.line(account.record.handle), localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .appear: .appear
                case .act(.logOut, _): .logOut
                case .act(.cancel, _): .back
                default: nil
                }
            }
        }
    }
}
