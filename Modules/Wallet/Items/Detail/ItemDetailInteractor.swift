import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// One item: reveal, copy, open, change, go back to a former version, delete, restore.
struct ItemDetailInteractor: Interactor {
    struct State: Sendable, Equatable {
        var isVisible = false
        var item: Item?
        var history: [ItemVersion] = []
        /// The ids of the facts whose secret is shown.
        var revealed: Set<String> = []
        /// The month in which it was read.
        var month: YearMonth
        /// The time that codes are shown for; it stands still when there are none.
        var time: Timestamp
        /// Whether another item may be the same.
        var isDuplicated = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case refresh
        case appear
        case disappear
        case reveal(String)
        case conceal(String)
        case copy(String)
        case openSite(String)
        case edit
        case setFavorite(Bool)
        case nextCode(String)
        case restoreVersion(String)
        case delete
        /// Takes it out of the trash.
        case restore
        case deleteForever
        /// Something else is known of which items may be the same.
        case healthChanged
        case showDuplicates
        /// Shows the file that a fact is about.
        case showFile(String)
        case addFile
    }

    enum Mutation: Sendable {
        case setDuplicated(Bool)
        case setItem(Item, history: [ItemVersion], Timestamp)
        case setTime(Timestamp)
        case setRevealed(String, Bool)
        case setVisible(Bool)
        case fail(Explanation)
    }

    let id: ItemID
    let kind: any ItemKindPresenting
    let services: ItemServices
    let copier: SecretCopier
    let check: RevealCheck
    let deletion: PermanentDeletion
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(month: services.month, time: services.clock.now()) }

    private var isDuplicated: Bool {
        services.health?.current?.duplicates(of: id).isEmpty == false
    }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        let actions = actions.merge(with: Flow(services.vault.changes()).map { _ in .refresh })
        guard let health = services.health else { return actions }
        return actions.merge(with: Flow(health.changes()).map { _ in .healthChanged })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        // What changes behind another scene is read when this one appears again.
        case .refresh: state.isVisible ? load() : .none
        case .appear:
            .merge(.just(.setVisible(true)), .just(.setDuplicated(isDuplicated)), load())
        case .disappear: .merge(.cancel("load"), .cancel("tick"), .just(.setVisible(false)))
        case .reveal(let fact): reveal(fact)
        case .conceal(let fact): setRevealed(fact, false)
        case .copy(let fact): copy(fact, of: state)
        case .openSite(let fact): openSite(fact, of: state)
        case .edit:
            .run("navigate") { _ in navigator.finish(ItemsOutcome.wantsEdit(kind.kind, id)) }
        case .setFavorite(let isFavorite):
            save(state.item) { $0.isFavorite = isFavorite }
        case .nextCode(let fact): nextCode(fact, of: state)
        case .restoreVersion(let fact): restoreVersion(fact, of: state)
        case .healthChanged: .just(.setDuplicated(isDuplicated))
        case .showDuplicates: open(DuplicateGroup.route.location(id))
        case .showFile(let fact): showFile(fact, of: state)
        case .addFile: open(services.fileLinks?.adding(id))
        case .delete:
            .run("delete", policy: .first) { _ in
                try await services.vault.moveToTrash(id)
                let notice = Notice(localizer(ItemsText.movedToTrash), tone: .positive)
                notices.notify(notice) { try await services.vault.restore(id) }
                navigator.finish(ItemsOutcome.done)
            }
        case .restore:
            .run("restore", policy: .first) { _ in
                try await services.vault.restore(id)
                notices.notify(Notice(localizer(ItemsText.restored), tone: .positive))
            }
        case .deleteForever:
            .run("delete", policy: .first) { _ in
                guard let title = state.item?.title,
                    try await deletion.delete(id, title: title)
                else { return }
                navigator.finish(ItemsOutcome.done)
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setItem(let item, let history, let time):
            // A fact may hold another secret now, which the person did not ask to reveal.
            if item.changed != state.item?.changed || history != state.history {
                state.revealed = []
            }
            state.item = item
            state.history = history
            state.month = YearMonth(time)
            state.time = time
            state.problem = nil
        case .setDuplicated(let isDuplicated):
            state.isDuplicated = isDuplicated
        case .setTime(let time):
            state.time = time
        case .setRevealed(let fact, let isRevealed):
            if isRevealed { state.revealed.insert(fact) } else { state.revealed.remove(fact) }
        case .setVisible(let isVisible):
            state.isVisible = isVisible
            state.revealed = []
        case .fail(let problem):
            state.problem = problem
        }
    }

    private func load() -> Effect<Mutation> {
        .read { _ in
            let item = try await services.vault.item(id)
            guard item.kind == kind.kind else { throw ItemsError.otherKind }
            let history = try await services.vault.history(id)
            return .merge(
                .just(.setItem(item, history: history, services.clock.now())),
                hasLiveCode(item)
                    ? .run("tick", policy: .latest, isBackground: true, operation: tick)
                    : .cancel("tick"))
        } failed: {
            .fail($0)
        }
    }

    private func hasLiveCode(_ item: Item) -> Bool {
        kind.facts(of: item, localizer).contains { fact in
            if case .time = fact.oneTimePassword?.factor { true } else { false }
        }
    }

    /// Updates the time every second.
    private func tick(_ emit: Effect<Mutation>.Emit) async throws {
        while true {
            let milliseconds = services.clock.now().milliseconds
            // Just after the next full second, when codes and what is left of them change.
            let rest = 1000 - (milliseconds % 1000 + 1000) % 1000
            try await services.clock.sleep(for: .milliseconds(rest))
            emit(.setTime(services.clock.now()))
        }
    }

    /// Shows a secret, when the person may see it, and conceals it again after a while.
    private func reveal(_ fact: String) -> Effect<Mutation> {
        guard check.isOn() else { return setRevealed(fact, true) }
        return .chain("reveal \(fact)", policy: .latest) { _ in
            try await check.passes() ? setRevealed(fact, true) : .none
        }
    }

    private func setRevealed(_ fact: String, _ isRevealed: Bool) -> Effect<Mutation> {
        .setRevealed(isRevealed, fact, clock: services.clock) { .setRevealed(fact, $0) }
    }

    private func copy(_ id: String, of state: State) -> Effect<Mutation> {
        guard let fact = fact(id, of: state) else { return .none }
        return .run("copy") { _ in
            try await copier.copy(
                fact.text(at: services.clock.now()), label: fact.label, of: self.id)
        }
    }

    /// Goes on to the code of the next number, as each may be used once only.
    private func nextCode(_ id: String, of state: State) -> Effect<Mutation> {
        guard let next = fact(id, of: state)?.oneTimePassword?.next else { return .none }
        return save(state.item) { item in
            guard var login = item.login else { return }
            login.oneTimePassword = next.address()
            item = .login(login)
        }
    }

    private func openSite(_ id: String, of state: State) -> Effect<Mutation> {
        guard case .site(let site) = fact(id, of: state)?.content,
            let address = SiteText.address(of: site)
        else { return .none }
        return .run("open") { _ in
            try await services.links.open(address)
            try await services.vault.markUsed(self.id)
        }
    }

    private func showFile(_ fact: String, of state: State) -> Effect<Mutation> {
        let file = state.item?.attachments.first { ItemDetailPresenter.id(of: $0) == fact }
        return open(file.flatMap { services.fileLinks?.file(id, $0.id) })
    }

    private func open(_ location: Location?) -> Effect<Mutation> {
        guard let location else { return .none }
        return .run("navigate") { _ in navigator.open(location) }
    }

    private func restoreVersion(_ fact: String, of state: State) -> Effect<Mutation> {
        guard let item = state.item,
            let version = ItemFacts(kind, localizer).version(of: fact, in: state.history)
        else { return .none }
        return .run("restore", policy: .first) { _ in
            try await services.vault.save(item.restoring(version))
            notices.notify(Notice(localizer(ItemsText.versionRestored), tone: .positive))
        }
    }

    private func fact(_ id: String, of state: State) -> ItemFact? {
        state.item.flatMap { item in
            ItemFacts(kind, localizer).all(of: item, history: state.history)
                .first { $0.id == id }
        }
    }

    private func save(
        _ item: Item?, _ change: (inout Item) -> Void
    ) -> Effect<Mutation> {
        guard var item else { return .none }
        change(&item)
        return .run("save", policy: .serial) { [item] _ in
            try await services.vault.save(item)
        }
    }
}
