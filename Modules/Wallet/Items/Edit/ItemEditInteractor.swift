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
        var problem: Explanation?
    }

    enum Action: Sendable {
        case load
        case edit([String: FieldValue])
        case save([String: FieldValue])
        case cancel([String: FieldValue])
    }

    enum Mutation: Sendable {
        case setStored(Item)
        case setForm(ItemForm)
        case reject
        case fail(Explanation)
    }

    /// The item to change; `nil` for a new one.
    let id: ItemID?
    let fields: ItemFields
    let vault: any Vault
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

    private func save(_ form: ItemForm, _ state: State) -> Effect<Mutation> {
        guard fields.kind.problems(in: form, localizer).isEmpty else {
            return .merge(.just(.setForm(form)), .just(.reject))
        }
        let item = fields.item(form, stored: state.stored)
        let isNew = state.stored == nil
        return .merge(
            .just(.setForm(form)),
            .run("save", policy: .first) { _ in
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
                            confirmTitle: localizer(ItemsText.discard)))
                    guard isSure else { return }
                }
                navigator.back()
            })
    }
}
