import TenonCore
import TenonUI
import WalletVault

/// The screen with the form for an item.
struct ItemEditPresenter: Presenter {
    enum Command: String { case save, cancel }
    typealias FieldName = ItemFieldName

    let location: Location
    let isNew: Bool
    let kind: any ItemKindPresenting
    let localizer: Localizer

    func screen(for state: ItemEditInteractor.State) -> Screen {
        Screen(
            location: location,
            title: isNew
                ? kind.names(localizer).new
                : localizer(ItemsText.editTitle, ["title": state.stored?.title ?? ""]),
            phase: phase(state), blocks: blocks(state),
            actions: [
                Action(Command.cancel, title: localizer(UIText.cancel), role: .cancel)
            ], parent: ItemsRoute.list.location())
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
            blocks.append(.text(TextBlock(problem, localizer)))
        }
        let problems =
            state.showsProblems ? kind.problems(in: state.form, localizer) : [:]
        let form = FormBlock(
            id: kind.kind.rawValue,
            fields: kind.fields(
                state.form, stored: state.stored, tags: state.tags, problems: problems,
                remarks: state.remarks, localizer),
            actions: [
                Action(
                    Command.save, title: localizer(UIText.save), role: .primary, accelerator: .save)
            ])
        return blocks + [.form(form)]
    }
}

extension SceneDefinition {
    /// The form for a new item of a kind.
    static func newItem(
        _ kind: any ItemKindPresenting, _ services: ItemServices
    ) throws -> SceneDefinition {
        try SceneDefinition(ItemsRoute.new(kind.kind)) { try makeEdit(nil, kind, services, $0) }
    }

    /// The form to change an item of a kind.
    static func editItem(
        _ kind: any ItemKindPresenting, _ services: ItemServices
    ) throws -> SceneDefinition {
        try SceneDefinition(ItemsRoute.edit(kind.kind)) { context, id in
            try makeEdit(id, kind, services, context)
        }
    }

    private static func makeEdit(
        _ id: ItemID?, _ kind: any ItemKindPresenting, _ services: ItemServices,
        _ context: SceneContext
    ) throws -> any Scene {
        InteractiveScene(
            ItemEditInteractor(
                id: id, kind: kind, vault: services.vault, files: services.files,
                notices: try context.ports[.notices],
                additions: try context.ports[.itemAdditions], navigator: context.navigator,
                localizer: context.localizer),
            presenter: ItemEditPresenter(
                location: context.location, isNew: id == nil, kind: kind,
                localizer: context.localizer),
            context: context, secret: { try kind.makeSecret($0, for: $1) }
        ) { input, _ in
            switch input {
            case .appear: .load
            case .edit(let values): .edit(values)
            case .act(.save, let act): .save(act.fields)
            case .act(.cancel, _), .back: .cancel
            case .other, .search, .filter, .window, .reading, .disappear: nil
            }
        }
    }
}
