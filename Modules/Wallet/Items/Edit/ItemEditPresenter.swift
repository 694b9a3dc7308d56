import TenonCore
import TenonUI
import WalletVault

/// The screen with the form for an item.
struct ItemEditPresenter: Presenter {
    enum Command: String { case save, cancel, copy, reveal, conceal }

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
        let facts = fields.kind.facts(of: state.form, localizer)
        if !facts.isEmpty {
            blocks.append(
                .facts(FactsBlock(id: "form", facts: facts.map { fact($0, state.revealed) })))
        }
        let problems =
            state.showsProblems ? fields.kind.problems(in: state.form, localizer) : [:]
        let form = FormBlock(
            id: fields.kind.kind.rawValue,
            fields: fields.fields(state.form, stored: state.stored, problems: problems),
            actions: [Action(Command.save, title: localizer(UIText.save), role: .primary)]
                + fields.kind.formActions(localizer))
        return blocks + [.form(form)]
    }

    /// A secret that is not stored yet.
    private func fact(_ fact: ItemFact, _ revealed: Set<String>) -> Fact {
        // Only text comes here: what depends on time or leads elsewhere is stored first.
        Fact(
            id: fact.id, label: fact.label, secret: fact.text(at: Timestamp(milliseconds: 0)),
            isRevealed: revealed.contains(fact.id), reveal: Command.reveal,
            conceal: Command.conceal,
            actions: [Action(Command.copy, title: localizer(UIText.copy), scope: .row)], localizer)
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
        let fields = ItemFields(kind: kind, localizer: context.localizer)
        return InteractiveScene(
            ItemEditInteractor(
                id: id, fields: fields, vault: services.vault, clock: services.clock,
                files: services.files, copier: try services.copier(context),
                confirmations: try context.ports[.confirmations],
                notices: try context.ports[.notices], navigator: context.navigator),
            presenter: ItemEditPresenter(
                location: context.location, isNew: id == nil, fields: fields),
            context: context
        ) { input, _ in
            switch input {
            case .appear: .load
            case .edit(let values): .edit(values)
            case .act(.save, let act): .save(act.fields)
            case .act(.cancel, let act): .cancel(act.fields)
            case .act(.reveal, let act): act.target.map { .setRevealed($0, true, act.fields) }
            case .act(.conceal, let act): act.target.map { .setRevealed($0, false, act.fields) }
            case .act(.copy, let act): act.target.map { .copy($0, act.fields) }
            case .other(let action, let act): .perform(action, act.fields)
            case .back: .cancel([:])
            case .search, .window, .disappear: nil
            }
        }
    }
}
