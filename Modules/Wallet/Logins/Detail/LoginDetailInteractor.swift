import TenonCore
import TenonUI
import WalletVault

/// One login: reveal, copy, open, change, delete.
struct LoginDetailInteractor: Interactor {
    struct State: Sendable, Equatable {
        var login: Login?
        var history: [ItemVersion] = []
        /// The ids of the facts whose secret is shown.
        var revealed: Set<String> = []
        var problem: Explanation?
    }

    enum Action: Sendable {
        case refresh
        case concealAndRefresh
        case reveal(String)
        case conceal(String)
        case copy(String)
        case openSite(String)
        case edit
        case setFavorite(Bool)
        case delete
    }

    enum Mutation: Sendable {
        case setLogin(Login, history: [ItemVersion])
        case setRevealed(String, Bool)
        case concealAll
        case fail(Explanation)
    }

    /// How long a secret is shown.
    static let revealDuration = Duration.seconds(30)

    let id: ItemID
    let services: LoginServices
    let copier: SecretCopier
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(services.vault.changes()).map { _ in .refresh })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh: load()
        case .concealAndRefresh: .merge(.just(.concealAll), load())
        case .reveal(let fact): reveal(fact)
        case .conceal(let fact): .just(.setRevealed(fact, false))
        case .copy(let fact): copy(fact, of: state)
        case .openSite(let fact): openSite(fact, of: state)
        case .edit:
            .run("navigate") { _ in navigator.finish(LoginsOutcome.wantsEdit(id)) }
        case .setFavorite(let isFavorite): setFavorite(isFavorite, of: state)
        case .delete:
            .run("delete", policy: .first) { _ in
                try await services.vault.moveToTrash(id)
                notices.notify(Notice(localizer(LoginsText.movedToTrash), tone: .positive))
                navigator.finish(LoginsOutcome.done)
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setLogin(let login, let history):
            // A fact may stand for another secret now: what was revealed is not what was asked for.
            if login.changed != state.login?.changed || history != state.history {
                state.revealed = []
            }
            state.login = login
            state.history = history
            state.problem = nil
        case .setRevealed(let fact, let isRevealed):
            if isRevealed { state.revealed.insert(fact) } else { state.revealed.remove(fact) }
        case .concealAll:
            state.revealed = []
        case .fail(let problem):
            state.problem = problem
        }
    }

    private func load() -> Effect<Mutation> {
        .run("load", policy: .latest) { emit in
            do {
                let login = try await services.vault.login(id)
                emit(.setLogin(login, history: try await services.vault.history(id)))
            } catch let error as VaultError where error.code == .vaultLocked {
                // The session is about to show the unlock screen.
            } catch {
                emit(.fail(Explanation(error)))
            }
        }
    }

    /// Shows a secret and conceals it again after a while.
    private func reveal(_ fact: String) -> Effect<Mutation> {
        .merge(
            .just(.setRevealed(fact, true)),
            .run("conceal \(fact)", policy: .latest, isBackground: true) { emit in
                try await services.clock.sleep(for: Self.revealDuration)
                emit(.setRevealed(fact, false))
            })
    }

    private func copy(_ fact: String, of state: State) -> Effect<Mutation> {
        guard let login = state.login,
            let text = LoginFacts.text(of: fact, in: login, history: state.history)
        else { return .none }
        return .run("copy") { _ in
            try await copier.copy(
                text, label: LoginFacts.label(of: fact, in: login, localizer), of: id)
        }
    }

    private func openSite(_ fact: String, of state: State) -> Effect<Mutation> {
        guard let login = state.login, let site = LoginFacts.site(of: fact, in: login),
            let address = SiteText.address(of: site)
        else { return .none }
        return .run("open") { _ in
            try await services.links.open(address)
            try await services.vault.markUsed(id)
        }
    }

    private func setFavorite(_ isFavorite: Bool, of state: State) -> Effect<Mutation> {
        guard var login = state.login else { return .none }
        login.isFavorite = isFavorite
        return .run("favorite", policy: .serial) { [login] _ in
            try await services.vault.save(login)
        }
    }
}
