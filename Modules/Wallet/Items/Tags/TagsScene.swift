import TenonCore
import TenonUI
import WalletVault

/// All tags, each with the number of items that have it.
struct TagsInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// `nil` before they were read.
        var tags: [String: Int]?
        var problem: Explanation?
    }

    enum Action: Sendable {
        case refresh
        case select(String)
    }

    enum Mutation: Sendable {
        case setTags([String: Int])
        case fail(Explanation)
    }

    let vault: any Vault
    let navigator: Navigator

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(vault.changes()).map { _ in .refresh })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh:
            .read { _ in
                .just(.setTags(try await vault.tags()))
            } failed: {
                .fail($0)
            }
        case .select(let name):
            .run("navigate") { _ in navigator.finish(ItemsOutcome.selectedTag(name)) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setTags(let tags):
            state.tags = tags
            state.problem = nil
        case .fail(let problem): state.problem = problem
        }
    }
}

/// The screen with all tags.
struct TagsPresenter: Presenter {
    enum Command: String { case open }

    let localizer: Localizer

    func screen(for state: TagsInteractor.State) -> Screen {
        let rows = (state.tags ?? [:]).sorted { $0.key.lowercased() < $1.key.lowercased() }.map {
            name, count in
            Row(
                id: name, title: name, value: localizer(ItemsText.count, count: count),
                actions: [
                    Action(
                        Command.open, title: localizer(UIText.open), scope: .row, role: .primary)
                ])
        }
        return Screen(
            location: ItemsRoute.tags.location(), title: localizer(ItemsText.tags),
            phase: phase(state),
            blocks: rows.isEmpty ? [] : [.list(ListBlock(id: "tags", rows: rows))],
            parent: ItemsRoute.list.location())
    }

    private func phase(_ state: TagsInteractor.State) -> Phase {
        if let problem = state.problem { return .failed(Problem(problem, localizer), retry: nil) }
        guard let tags = state.tags else {
            return .loading(message: localizer(ItemsText.loading))
        }
        return tags.isEmpty ? .empty(message: localizer(ItemsText.noTags), action: nil) : .ready
    }
}

extension SceneDefinition {
    /// All tags.
    static func tags(_ services: ItemServices) throws -> SceneDefinition {
        try SceneDefinition(ItemsRoute.tags) { context in
            InteractiveScene(
                TagsInteractor(vault: services.vault, navigator: context.navigator),
                presenter: TagsPresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .appear: .refresh
                case .act(.open, let act): act.target.map { .select($0) }
                case .other, .edit, .search, .window, .back, .disappear: nil
                }
            }
        }
    }
}
