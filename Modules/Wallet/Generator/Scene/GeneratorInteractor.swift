import TenonCore
import TenonSecurity
import TenonUI

/// Makes passwords, a new one after each change of the recipe.
struct GeneratorInteractor: Interactor {
    struct State: Sendable, Equatable {
        var draft: GeneratorDraft
        /// The password; `nil` when the form allows none.
        var password: GeneratedPassword?
        var isRevealed = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case appear
        case edit([GeneratorDraft.FieldName: FieldValue])
        case another([GeneratorDraft.FieldName: FieldValue])
        case setRevealed(Bool)
        case copy
    }

    enum Mutation: Sendable {
        case setDraft(GeneratorDraft)
        case setPassword(GeneratedPassword?)
        case setRevealed(Bool)
        case fail(Explanation)
    }

    let maker: PasswordMaker
    let clipboard: any ClipboardWriting
    let clock: any TimeTelling
    let notices: any NoticePresenting
    let localizer: Localizer
    /// How long a password stays on the clipboard.
    let clipboardTime: @Sendable () -> Duration

    var initialState: State { State(draft: GeneratorDraft(maker.recipe)) }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .appear:
            return state.password == nil ? make(state.draft) : .just(.setRevealed(false))
        case .edit(let fields):
            var draft = state.draft
            draft.take(fields)
            return draft == state.draft ? .none : make(draft)
        case .another(let fields):
            var draft = state.draft
            draft.take(fields)
            return make(draft)
        case .setRevealed(let isRevealed):
            return .setRevealed(isRevealed, clock: clock) { .setRevealed($0) }
        case .copy:
            guard let password = state.password else { return .none }
            return .run("copy", policy: .latest) { _ in
                let duration = clipboardTime()
                try await clipboard.copy(password.text, clearAfter: duration)
                let seconds = Int(duration.components.seconds)
                notices.notify(
                    Notice(
                        localizer(
                            clipboard.asksTerminal
                                ? GeneratorText.copiedByTerminal : .copied, count: seconds),
                        tone: .positive))
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setDraft(let draft):
            state.draft = draft
        case .setPassword(let password):
            state.password = password
            state.problem = nil
        case .setRevealed(let isRevealed):
            state.isRevealed = isRevealed
        case .fail(let problem):
            state.password = nil
            state.problem = problem
        }
    }

    private func make(_ draft: GeneratorDraft) -> Effect<Mutation> {
        guard let recipe = draft.complete else {
            return .merge(.just(.setDraft(draft)), .just(.setPassword(nil)))
        }
        do {
            let password = try recipe.make()
            maker.recipe = recipe
            return .merge(.just(.setDraft(draft)), .just(.setPassword(password)))
        } catch {
            return .merge(.just(.setDraft(draft)), .just(.fail(Explanation(error))))
        }
    }
}
