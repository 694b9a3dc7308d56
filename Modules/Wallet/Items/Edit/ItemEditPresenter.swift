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
                Action(id: "cancel", title: localizer(UIText.cancel), role: .cancel)
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
            actions: [Action(id: "save", title: localizer(UIText.save), role: .primary)]
                + fields.kind.formActions(localizer))
        return blocks + [.form(form)]
    }

    /// A secret that is not stored yet.
    private func fact(_ fact: ItemFact, _ revealed: Set<String>) -> Fact {
        let isRevealed = revealed.contains(fact.id)
        // Only text comes here: what depends on time or leads elsewhere is stored first.
        let text = fact.text(at: Timestamp(milliseconds: 0))
        return Fact(
            id: fact.id, label: fact.label,
            value: isRevealed ? .revealed(text.reveal()) : .concealed,
            actions: [
                Action(id: "copy", title: localizer(UIText.copy), scope: .row),
                isRevealed
                    ? Action(id: "conceal", title: localizer(UIText.conceal), scope: .row)
                    : Action(id: "reveal", title: localizer(UIText.reveal), scope: .row),
            ])
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
                id: id, fields: fields, vault: services.vault, clock: services.clock,
                copier: services.copier(context), confirmations: context.container[.confirmations],
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
            case .act("reveal", let fact, let values, _): fact.map { .reveal($0, values) }
            case .act("conceal", let fact, let values, _): fact.map { .conceal($0, values) }
            case .act("copy", let fact, let values, _): fact.map { .copy($0, values) }
            case .act(let action, _, let values, _): .perform(action, values)
            case .back: .cancel([:])
            case .search, .window: nil
            }
        }
    }
}
