import TenonCore
import TenonUI
import WalletVault

/// The choice of what to make: an item of any kind.
struct KindChoiceInteractor: Interactor {
    struct State: Sendable, Equatable {}

    enum Action: Sendable {
        case choose(ItemKind)
    }

    let initialState = State()
    let navigator: Navigator

    func mutate(_ action: Action, _ state: State) -> Effect<Never> {
        switch action {
        case .choose(let kind):
            .run("navigate") { _ in navigator.finish(ItemsOutcome.choseKind(kind)) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Never) {}
}

/// The screen with a row for each kind.
struct KindChoicePresenter: Presenter {
    enum Command: String { case add }

    let kinds: ItemKinds
    let localizer: Localizer

    func screen(for state: KindChoiceInteractor.State) -> Screen {
        let rows = kinds.all.map { kind in
            let names = kind.names(localizer)
            return Row(
                id: kind.kind.rawValue, title: names.one,
                actions: [Action(Command.add, title: names.add, scope: .row, role: .primary)])
        }
        return Screen(
            location: ItemsRoute.newItem.location(), title: localizer(ItemsText.newItem),
            blocks: [.list(ListBlock(id: "kinds", rows: rows))],
            parent: ItemsRoute.list.location())
    }
}

extension SceneDefinition {
    /// The choice of what to make.
    static func newItem(_ kinds: ItemKinds) throws -> SceneDefinition {
        try SceneDefinition(ItemsRoute.newItem) { localizer in
            KindChoicePresenter(kinds: kinds, localizer: localizer)
        } interactor: { context in
            KindChoiceInteractor(navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .act(.add, let act):
                act.target.flatMap(ItemKind.init(rawValue:)).map { .choose($0) }
            case .other, .edit, .search, .filter, .window, .reading, .appear, .back, .disappear: nil
            }
        }
    }
}
