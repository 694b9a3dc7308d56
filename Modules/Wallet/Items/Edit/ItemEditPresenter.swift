import TenonCore
import TenonUI
import WalletVault

/// The screen with the form for an item.
struct ItemEditPresenter: Presenter {
    let location: Location
    let isNew: Bool
    let fields: ItemFields

    private var localizer: Localizer { fields.localizer }

    func screen(for state: ItemEditInteractor.State) -> Screen {
        Screen(
            location: location,
            title: isNew
                ? fields.kind.names(localizer).new
                : localizer(ItemsText.editTitle, ["title": state.stored?.title ?? ""]),
            phase: phase(state), blocks: blocks(state),
            actions: [
                Action(id: "cancel", title: localizer(ItemsText.cancel), role: .cancel)
            ], parent: ItemsRoute.list)
    }

    private func phase(_ state: ItemEditInteractor.State) -> Phase {
        if state.isLoading { return .loading(message: localizer(ItemsText.loading)) }
        if let problem = state.problem, !isNew, state.stored == nil {
            return .failed(Problem(problem, localizer), retry: nil)
        }
        return .ready
    }

    private func blocks(_ state: ItemEditInteractor.State) -> [Block] {
        guard phase(state) == .ready else { return [] }
        var blocks: [Block] = []
        if let problem = state.problem {
            blocks.append(
                .text(TextBlock(localizer.text(of: problem.sentence), tone: .critical)))
        }
        let problems =
            state.showsProblems ? fields.kind.problems(in: state.form, localizer) : [:]
        let form = FormBlock(
            id: fields.kind.kind.rawValue,
            fields: fields.fields(state.form, stored: state.stored, problems: problems),
            actions: [Action(id: "save", title: localizer(ItemsText.save), role: .primary)])
        return blocks + [.form(form)]
    }
}

extension SceneDefinition {
    /// The form for a new item of a kind.
    static func newItem(
        _ kind: any ItemKindPresenting, _ services: ItemServices
    ) throws -> SceneDefinition {
        try SceneDefinition("\(kind.kind.rawValue):new") { makeEdit(nil, kind, services, $0) }
    }

    /// The form to change an item of a kind.
    static func editItem(
        _ kind: any ItemKindPresenting, _ services: ItemServices
    ) throws -> SceneDefinition {
        try SceneDefinition(ItemsRoute.editRoute(kind.kind).pattern.text) { context in
            guard let id = ItemID(target: context.arguments["id"]) else {
                return ProblemScene(kind, context)
            }
            return makeEdit(id, kind, services, context)
        }
    }

    private static func makeEdit(
        _ id: ItemID?, _ kind: any ItemKindPresenting, _ services: ItemServices,
        _ context: SceneContext
    ) -> any Scene {
        let fields = ItemFields(kind: kind, localizer: context.localizer)
        return InteractiveScene(
            ItemEditInteractor(
                id: id, fields: fields, vault: services.vault,
                confirmations: context.container[.confirmations],
                notices: context.container[.notices], navigator: context.navigator),
            presenter: ItemEditPresenter(
                location: context.location, isNew: id == nil, fields: fields),
            context: context
        ) { input, _ in
            switch input {
            case .appear: .load
            case .edit(let values): .edit(values)
            case .act("save", _, let values, _): .save(values)
            case .act("cancel", _, let values, _): .cancel(values)
            case .back: .cancel([:])
            case .act, .search, .window: nil
            }
        }
    }
}
