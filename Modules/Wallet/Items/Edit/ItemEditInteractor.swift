import TenonCore
import TenonUI
import WalletVault

/// The form for a new or changed item.
struct ItemEditInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// What is stored; `nil` while it is read, and for a new item.
        var stored: Item?
        /// The form as it was at first.
        var original: ItemForm
        var form: ItemForm
        var isLoading: Bool
        /// Whether what is missing is said beside the fields.
        var showsProblems = false
        /// The ids of the facts whose secret is shown.
        var revealed: Set<String> = []
        var problem: Explanation?
    }

    enum Action: Sendable {
        case load
        case edit([String: FieldValue])
        case save([String: FieldValue])
        case perform(String, [String: FieldValue])
        case setRevealed(String, Bool, [String: FieldValue])
        case copy(String, [String: FieldValue])
        case cancel([String: FieldValue])
    }

    enum Mutation: Sendable {
        case setStored(Item)
        case setForm(ItemForm)
        case setRevealed(String, Bool)
        case reject
        case fail(Explanation)
    }

    /// The item to change; `nil` for a new one.
    let id: ItemID?
    let fields: ItemFields
    let vault: any Vault
    let clock: any TimeTelling
    let files: any FileReading
    let copier: SecretCopier
    let confirmations: any ConfirmationPresenting
    let notices: any NoticePresenting
    let navigator: Navigator

    private var localizer: Localizer { fields.localizer }

    var initialState: State {
        let form = fields.form(for: nil)
        return State(original: form, form: form, isLoading: id != nil)
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .load:
            guard let id, state.stored == nil else { return .none }
            return .run("load", policy: .first) { emit in
                let item = try await vault.item(id)
                guard item.kind == fields.kind.kind else { throw ItemsError.otherKind }
                emit(.setStored(item))
            }
        case .edit(let values):
            return .just(.setForm(form(state, values)))
        case .save(let values):
            return save(form(state, values), state)
        case .cancel(let values):
            return cancel(form(state, values), state)
        case .perform(let action, let values):
            return perform(action, form(state, values))
        case .setRevealed(let fact, let isRevealed, let values):
            return .merge(
                .just(.setForm(form(state, values))),
                .setRevealed(isRevealed, fact, clock: clock) { .setRevealed(fact, $0) })
        case .copy(let fact, let values):
            return .merge(.just(.setForm(form(state, values))), copy(fact, of: state))
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStored(let item):
            state.stored = item
            state.original = fields.form(for: item)
            state.form = state.original
            state.isLoading = false
        case .setForm(let form):
            state.form = form
        case .setRevealed(let fact, let isRevealed):
            if isRevealed { state.revealed.insert(fact) } else { state.revealed.remove(fact) }
        case .reject:
            state.showsProblems = true
        case .fail(let problem):
            state.problem = problem
            state.isLoading = false
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func form(_ state: State, _ values: [String: FieldValue]) -> ItemForm {
        var form = state.form
        form.take(values)
        return form
    }

    private func perform(_ action: String, _ form: ItemForm) -> Effect<Mutation> {
        do {
            return .just(.setForm(try fields.kind.perform(action, on: form)))
        } catch {
            return .merge(.just(.setForm(form)), .just(.fail(Explanation(error))))
        }
    }

    private func copy(_ id: String, of state: State) -> Effect<Mutation> {
        let facts = fields.kind.facts(of: state.form, localizer)
        guard let fact = facts.first(where: { $0.id == id }) else { return .none }
        return .run("copy") { _ in
            try await copier.copy(fact.text(at: clock.now()), label: fact.label)
        }
    }

    private func save(_ form: ItemForm, _ state: State) -> Effect<Mutation> {
        guard fields.kind.problems(in: form, localizer).isEmpty else {
            return .merge(.just(.setForm(form)), .just(.reject))
        }
        let (stored, isNew) = (state.stored, state.stored == nil)
        return .merge(
            .just(.setForm(form)),
            .run("save", policy: .first) { _ in
                let item = fields.item(try await form.reading(files), stored: stored)
                if isNew {
                    try await vault.add(item)
                    notices.notify(Notice(localizer(ItemsText.added), tone: .positive))
                    navigator.finish(ItemsOutcome.added(item.kind, item.id))
                } else {
                    try await vault.save(item)
                    notices.notify(Notice(localizer(ItemsText.saved), tone: .positive))
                    navigator.finish(ItemsOutcome.done)
                }
            })
    }

    private func cancel(_ form: ItemForm, _ state: State) -> Effect<Mutation> {
        let isChanged = form != state.original
        return .merge(
            .just(.setForm(form)),
            .run("cancel", policy: .first) { _ in
                if isChanged {
                    let isSure = await confirmations.confirm(
                        Confirmation(
                            title: localizer(ItemsText.discardTitle),
                            message: localizer(ItemsText.discardMessage),
                            confirmTitle: localizer(UIText.discard)))
                    guard isSure else { return }
                }
                navigator.back()
            })
    }
}
