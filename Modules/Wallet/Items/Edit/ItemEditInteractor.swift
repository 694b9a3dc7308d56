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
        /// The tags in use, those with the most items first.
        var tags: [String] = []
        /// Whether what is missing is said beside the fields.
        var showsProblems = false
        /// What is said of the secrets that are being typed, by field.
        var remarks: [ItemFieldName: SecretRemark] = [:]
        var problem: Explanation?
    }

    enum Action: Sendable {
        case load
        case edit([ItemFieldName: FieldValue])
        case save([ItemFieldName: FieldValue])
        case cancel
    }

    enum Mutation: Sendable {
        case setStored(Item)
        case setTags([String])
        case setForm(ItemForm)
        case setRemarks([ItemFieldName: SecretRemark])
        case reject
        case fail(Explanation)
    }

    /// How many tags are suggested.
    private static let mostTags = 100

    /// The item to change; `nil` for a new one.
    let id: ItemID?
    let kind: any ItemKindPresenting
    let vault: any Vault
    let files: any FileReading
    let notices: any NoticePresenting
    /// Tells the lists of the session what is new.
    let additions: Broadcast<Void>
    let navigator: Navigator
    let localizer: Localizer

    var initialState: State {
        let form = kind.form(for: nil)
        return State(original: form, form: form, isLoading: id != nil)
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .load:
            guard state.stored == nil else { return .none }
            return .run("load", policy: .first) { emit in
                // They only help to type.
                if let tags = try? await vault.tagsByUse() {
                    emit(.setTags(Array(tags.prefix(Self.mostTags))))
                }
                guard let id else { return }
                let item = try await vault.item(id)
                guard item.kind == kind.kind else { throw ItemsError.otherKind }
                emit(.setStored(item))
            }
        case .edit(let values):
            return .just(.setRemarks(remarks(state, values)))
        case .save(let values):
            return save(form(state, values), state)
        case .cancel:
            // What was typed is the session's, which has asked.
            return .run("cancel", policy: .first) { _ in navigator.back() }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStored(let item):
            state.stored = item
            state.original = kind.form(for: item)
            state.form = state.original
            state.isLoading = false
        case .setTags(let tags):
            state.tags = tags
        case .setForm(let form):
            state.form = form
        case .setRemarks(let remarks):
            state.remarks = remarks
        case .reject:
            state.showsProblems = true
        case .fail(let problem):
            state.problem = problem
            state.isLoading = false
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func form(_ state: State, _ values: [ItemFieldName: FieldValue]) -> ItemForm {
        var form = state.form
        form.take(values)
        return form
    }

    /// What the form itself holds stays as it is: the session keeps what is typed.
    private func remarks(
        _ state: State, _ values: [ItemFieldName: FieldValue]
    ) -> [ItemFieldName: SecretRemark] {
        var remarks = state.remarks
        for case (let name, .secret(let secret)) in values {
            remarks[name] =
                secret.isEmpty ? nil : kind.remark(on: secret, in: name, localizer)
        }
        return remarks
    }

    private func save(_ form: ItemForm, _ state: State) -> Effect<Mutation> {
        guard kind.problems(in: form, localizer).isEmpty else {
            return .merge(.just(.setForm(form)), .just(.reject))
        }
        let (stored, isNew) = (state.stored, state.stored == nil)
        return .merge(
            .just(.setForm(form)),
            .run("save", policy: .first) { _ in
                let item = kind.item(try await form.reading(files), stored: stored, localizer)
                if isNew {
                    try await vault.add(item)
                    additions.send()
                    notices.notify(await noticeOfNew(item))
                    warn(of: item)
                    navigator.finish(ItemsOutcome.added(item.kind, item.id))
                } else {
                    try await vault.save(item)
                    notices.notify(Notice(localizer(ItemsText.saved), tone: .positive))
                    warn(of: item)
                    navigator.finish(ItemsOutcome.done)
                }
            })
    }

    /// Says that an item was added; of a login, also that another one is for the same account.
    ///
    /// The screen of the new item leads there. Nothing that fails here makes the person save once more: the
    /// item is in the vault.
    private func noticeOfNew(_ item: Item) async -> Notice {
        let added = localizer(ItemsText.added)
        guard let login = item.login,
            let other = try? await vault.logins(like: login).first, !Task.isCancelled
        else { return Notice(added, tone: .positive) }
        let title = ItemsText.title(other.title, localizer)
        return Notice(
            "\(added) \(localizer(ItemsText.addedAgain, ["title": title]))", tone: .caution)
    }

    /// Says which address of a login nothing can be at; it is kept all the same.
    private func warn(of item: Item) {
        // Nothing of the vault is said above a lock.
        guard let site = item.login?.siteThatFitsNothing, !Task.isCancelled else { return }
        let text = localizer(ItemsText.siteFitsNothing, ["site": HarmlessText.line(site)])
        notices.notify(Notice(text, tone: .caution))
    }
}
