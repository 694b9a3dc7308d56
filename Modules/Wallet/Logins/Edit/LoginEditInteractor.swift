import TenonCore
import TenonUI
import WalletVault

/// The form for a new or changed login.
struct LoginEditInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// What is stored; `nil` while it is read, and for a new login.
        var stored: Login?
        /// The form as it was at first.
        var original = LoginDraft()
        var draft = LoginDraft()
        var isLoading: Bool
        var isIncomplete = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case load
        case edit([String: FieldValue])
        case save([String: FieldValue])
        case cancel([String: FieldValue])
    }

    enum Mutation: Sendable {
        case setStored(Login)
        case setDraft(LoginDraft)
        case reject
        case fail(Explanation)
    }

    /// The login to change; `nil` for a new one.
    let id: ItemID?
    let vault: any Vault
    let confirmations: any ConfirmationPresenting
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(isLoading: id != nil) }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .load:
            guard let id, state.stored == nil else { return .none }
            return .run("load", policy: .first) { emit in
                emit(.setStored(try await vault.login(id)))
            }
        case .edit(let fields):
            return .just(.setDraft(draft(state, fields)))
        case .save(let fields):
            return save(draft(state, fields), state)
        case .cancel(let fields):
            return cancel(draft(state, fields), state)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStored(let login):
            state.stored = login
            state.original = LoginDraft(login)
            state.draft = state.original
            state.isLoading = false
        case .setDraft(let draft):
            state.draft = draft
            if draft.isComplete { state.isIncomplete = false }
        case .reject:
            state.isIncomplete = true
        case .fail(let problem):
            state.problem = problem
            state.isLoading = false
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func draft(_ state: State, _ fields: [String: FieldValue]) -> LoginDraft {
        var draft = state.draft
        draft.take(fields)
        return draft
    }

    private func save(_ draft: LoginDraft, _ state: State) -> Effect<Mutation> {
        guard draft.isComplete else { return .merge(.just(.setDraft(draft)), .just(.reject)) }
        let stored = state.stored
        return .merge(
            .just(.setDraft(draft)),
            .run("save", policy: .first) { _ in
                if let stored {
                    try await vault.save(draft.apply(to: stored))
                    notices.notify(Notice(localizer(LoginsText.saved), tone: .positive))
                    navigator.finish(LoginsOutcome.done)
                } else {
                    let login = draft.apply(to: Login(title: ""))
                    try await vault.add(login)
                    notices.notify(Notice(localizer(LoginsText.added), tone: .positive))
                    navigator.finish(LoginsOutcome.added(login.id))
                }
            })
    }

    private func cancel(_ draft: LoginDraft, _ state: State) -> Effect<Mutation> {
        let isChanged = draft != state.original
        return .merge(
            .just(.setDraft(draft)),
            .run("cancel", policy: .first) { _ in
                if isChanged {
                    let isSure = await confirmations.confirm(
                        Confirmation(
                            title: localizer(LoginsText.discardTitle),
                            message: localizer(LoginsText.discardMessage),
                            confirmTitle: localizer(LoginsText.discard)))
                    guard isSure else { return }
                }
                navigator.back()
            })
    }
}
