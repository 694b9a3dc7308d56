import TenonCore
import TenonUI
import WalletVault

/// The screen with the form for a login.
struct LoginEditPresenter: Presenter {
    let location: Location
    let isNew: Bool
    let localizer: Localizer

    func screen(for state: LoginEditInteractor.State) -> Screen {
        Screen(
            location: location,
            title: isNew
                ? localizer(LoginsText.newTitle)
                : localizer(LoginsText.editTitle, ["title": state.original.title]),
            phase: phase(state), blocks: blocks(state),
            actions: [
                Action(id: "cancel", title: localizer(LoginsText.cancel), role: .cancel)
            ], parent: LoginsRoute.list)
    }

    private func phase(_ state: LoginEditInteractor.State) -> Phase {
        if state.isLoading { return .loading(message: localizer(LoginsText.loading)) }
        if let problem = state.problem, !isNew, state.stored == nil {
            return .failed(Problem(problem, localizer), retry: nil)
        }
        return .ready
    }

    private func blocks(_ state: LoginEditInteractor.State) -> [Block] {
        guard phase(state) == .ready else { return [] }
        var blocks: [Block] = []
        if let problem = state.problem {
            blocks.append(
                .text(TextBlock(localizer.text(of: problem.sentence), tone: .critical)))
        }
        return blocks + [.form(form(state))]
    }

    private func form(_ state: LoginEditInteractor.State) -> FormBlock {
        let draft = state.draft
        return FormBlock(
            id: "login",
            fields: [
                Field(
                    id: "title", label: localizer(LoginsText.title),
                    help: localizer(LoginsText.titleHelp),
                    kind: .text(draft.title, isMultiline: false),
                    problem: state.isIncomplete ? localizer(LoginsText.titleMissing) : nil),
                Field(
                    id: "user-name", label: localizer(LoginsText.userName),
                    kind: .text(draft.userName, isMultiline: false), autofill: .off),
                Field(
                    id: "password", label: localizer(LoginsText.password),
                    kind: .secret(isSet: !(state.stored?.password.isEmpty ?? true)),
                    autofill: .newPassword),
                Field(
                    id: "sites", label: localizer(LoginsText.sites),
                    help: localizer(LoginsText.sitesHelp),
                    kind: .text(draft.sites, isMultiline: true)),
                Field(
                    id: "notes", label: localizer(LoginsText.notes),
                    kind: .text(draft.notes, isMultiline: true)),
                Field(
                    id: "tags", label: localizer(LoginsText.tags),
                    help: localizer(LoginsText.tagsHelp),
                    kind: .text(draft.tags, isMultiline: false)),
                Field(
                    id: "favorite", label: localizer(LoginsText.favorite),
                    kind: .toggle(draft.isFavorite)),
            ],
            actions: [
                Action(id: "save", title: localizer(LoginsText.save), role: .primary)
            ])
    }
}

extension SceneDefinition {
    /// The form for a new login.
    static func newLogin(_ services: LoginServices) throws -> SceneDefinition {
        try SceneDefinition("login:new") { makeEdit(nil, services, $0) }
    }

    /// The form to change a login.
    static func editLogin(_ services: LoginServices) throws -> SceneDefinition {
        try SceneDefinition(LoginsRoute.editRoute.pattern.text) { context in
            guard let id = ItemID(target: context.arguments["id"]) else {
                return ProblemScene(context)
            }
            return makeEdit(id, services, context)
        }
    }

    private static func makeEdit(
        _ id: ItemID?, _ services: LoginServices, _ context: SceneContext
    ) -> any Scene {
        InteractiveScene(
            LoginEditInteractor(
                id: id, vault: services.vault,
                confirmations: context.container[.confirmations],
                notices: context.container[.notices], localizer: context.localizer,
                navigator: context.navigator),
            presenter: LoginEditPresenter(
                location: context.location, isNew: id == nil, localizer: context.localizer),
            context: context
        ) { input, _ in
            switch input {
            case .appear: .load
            case .edit(let fields): .edit(fields)
            case .act("save", _, let fields, _): .save(fields)
            case .act("cancel", _, let fields, _): .cancel(fields)
            case .back: .cancel([:])
            case .act, .search, .window: nil
            }
        }
    }
}
