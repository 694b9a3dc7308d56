import TenonCore
import TenonUI
import WalletAccess
import WalletItems
import WalletVault

/// Attaches a file to an item.
struct AddFileInteractor: Interactor {
    struct State: Sendable, Equatable {
        var name = ""
        /// The most bytes of a file.
        var limit: Int
        var attempt = Attempt()
    }

    /// What the form says.
    struct Action: Sendable {
        let file: FileValue?
        /// What the file is called in the vault; empty for its own name.
        let name: String
    }

    enum Mutation: Sendable {
        case begin(name: String, limit: Int)
        case attempt(Attempt.Change)
    }

    let files: ItemFiles
    let item: ItemID
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(limit: files.limit) }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        .run("add", policy: .first) { emit in
            let limit = files.limit
            emit(.begin(name: action.name, limit: limit))
            let name = try await VaultError.cancellingWhenLocked {
                guard let file = action.file else { throw FileError.unnamed }
                return try await files.add(
                    try AttachedFile(file, limit: limit),
                    named: action.name.isEmpty ? file.name : action.name, to: item)
            }
            emit(.attempt(.succeed))
            notices.notify(Notice(localizer(FilesText.added, ["name": name]), tone: .positive))
            navigator.back()
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .begin(let name, let limit):
            (state.name, state.limit) = (name, limit)
            state.attempt.take(.begin)
        case .attempt(let change): state.attempt.take(change)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }
}

/// The form by which a file is attached.
struct AddFilePresenter: Presenter {
    enum Command: String { case add }
    enum FieldName: String { case file, name }

    let item: ItemID
    let localizer: Localizer

    func screen(for state: AddFileInteractor.State) -> Screen {
        let problem = state.attempt.problem.map { Block.text(TextBlock($0, localizer)) }
        let form = FormBlock(
            id: "add",
            fields: [
                Field(
                    FieldName.file, label: localizer(FilesText.chosen),
                    kind: .file(name: "", accepts: []), isRequired: true),
                Field(
                    text: FieldName.name, label: localizer(FilesText.name),
                    help: localizer(FilesText.nameHelp), value: state.name),
            ],
            actions: [
                state.attempt.action(
                    Command.add, FilesText.addAction, working: FilesText.adding, localizer)
            ])
        return Screen(
            location: FilesRoute.add.location(item), title: localizer(FilesText.addTitle),
            summary: localizer(
                FilesText.addSummary, ["size": ItemsText.size(state.limit, localizer)]),
            phase: state.attempt.phase(FilesText.adding, localizer),
            blocks: [problem, .form(form)].compactMap(\.self))
    }
}

extension SceneDefinition {
    /// Add a file to an item.
    static func addFile(_ files: ItemFiles) throws -> SceneDefinition {
        try SceneDefinition(FilesRoute.add) { localizer, item in
            AddFilePresenter(item: item, localizer: localizer)
        } interactor: { context, item in
            AddFileInteractor(
                files: files, item: item, notices: try context.ports[.notices],
                localizer: context.localizer, navigator: context.navigator)
        } action: { input, state in
            switch input {
            case .act(.add, let act):
                AddFileInteractor.Action(
                    file: act.fields.file(.file),
                    name: act.fields.text(.name)?.trimmed ?? state.name)
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}
