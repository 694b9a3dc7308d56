import TenonCore
import TenonUI
import WalletVault

/// All tags, each with the number of items that have it.
struct TagsInteractor: Interactor {
    typealias Tags = VaultReading<[String: Int]>

    enum Action: Sendable {
        case tags(Tags.Action)
        case select(String)
    }

    let tags: Tags
    let navigator: Navigator

    var initialState: Tags.State { tags.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: tags.outsideActions.map { .tags($0) })
    }

    func mutate(_ action: Action, _ state: Tags.State) -> Effect<Tags.Mutation> {
        switch action {
        case .tags(let action): tags.mutate(action, state)
        case .select(let name):
            .run("navigate") { _ in navigator.finish(ItemsOutcome.selectedTag(name)) }
        }
    }

    func reduce(_ state: inout Tags.State, _ mutation: Tags.Mutation) {
        tags.reduce(&state, mutation)
    }
}

/// The screen with all tags.
struct TagsPresenter: Presenter {
    enum Command: String { case open }

    let localizer: Localizer

    func screen(for state: TagsInteractor.State) -> Screen {
        let rows = (state.value ?? [:]).sorted { $0.key.lowercased() < $1.key.lowercased() }.map {
            name, count in
            Row(
                id: name, title: name, value: localizer(ItemsText.count, count: count),
                location: ItemsRoute.tag(name),
                actions: [
                    Action(
                        Command.open, title: localizer(UIText.open), scope: .row, role: .primary)
                ])
        }
        return Screen(
            location: ItemsRoute.tags.location(), title: localizer(ItemsText.tags),
            phase: .reading(
                state.value, problem: state.problem, loading: localizer(ItemsText.loading),
                empty: localizer(ItemsText.noTags), localizer),
            blocks: .list(ListBlock(id: "tags", rows: rows)),
            parent: ItemsRoute.list.location())
    }
}

extension SceneDefinition {
    /// All tags.
    static func tags(_ services: ItemServices) throws -> SceneDefinition {
        try SceneDefinition(
            ItemsRoute.tags, presenter: TagsPresenter.init
        ) { context in
            TagsInteractor(
                tags: VaultReading(of: services.vault) { _ in
                    try await services.vault.tags()
                }, navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear: .tags(.refresh)
            case .act(.open, let act): act.target.map { .select($0) }
            case .other, .edit, .search, .filter, .window, .reading, .back, .disappear: nil
            }
        }
    }
}
