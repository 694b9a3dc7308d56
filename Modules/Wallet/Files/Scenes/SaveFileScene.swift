import TenonCore
import TenonUI
import WalletAccess
import WalletVault

/// Writes a file of an item to a disk.
struct SaveFileInteractor: Interactor {
    /// What the form says.
    struct Choice: Sendable, Equatable {
        /// The path as it was typed.
        var text = ""
        var isReplacing = false

        /// The whole path; `nil` when none was given, or only a part of one.
        var path: String? {
            let path = FieldReading.path(text.trimmed)
            return path.hasPrefix("/") ? path : nil
        }
    }

    struct State: Sendable, Equatable {
        var choice = Choice()
        /// Whether a person has tried to save, and is told what is wrong.
        var isChecked = false
        var attempt = Attempt()
    }

    /// What the person saves by.
    typealias Action = Choice

    enum Mutation: Sendable {
        case setChoice(Choice)
        case attempt(Attempt.Change)
    }

    let files: ItemFiles
    let item: ItemID
    let file: ItemID
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ choice: Choice, _ state: State) -> Effect<Mutation> {
        guard let path = choice.path else { return .just(.setChoice(choice)) }
        return .run("save", policy: .first) { emit in
            emit(.setChoice(choice))
            emit(.attempt(.begin))
            try await VaultError.cancellingWhenLocked {
                try await files.save(
                    try await files.file(file, of: item), to: path,
                    isReplacing: choice.isReplacing)
            }
            emit(.attempt(.succeed))
            notices.notify(
                Notice(localizer(FilesText.saved, ["path": path]), tone: .positive))
            navigator.back()
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setChoice(let choice): (state.choice, state.isChecked) = (choice, true)
        case .attempt(let change): state.attempt.take(change)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }
}

/// The form by which a file is saved.
struct SaveFilePresenter: Presenter {
    enum Command: String { case save }
    enum FieldName: String { case path, replace }

    let item: ItemID
    let file: ItemID
    let localizer: Localizer

    func screen(for state: SaveFileInteractor.State) -> Screen {
        let problem = state.attempt.problem.map { Block.text(TextBlock($0, localizer)) }
        let isWrong = state.isChecked && state.choice.path == nil
        let form = FormBlock(
            id: "save",
            fields: [
                Field(
                    text: FieldName.path, label: localizer(FilesText.path),
                    help: localizer(FilesText.pathHelp), value: state.choice.text,
                    isRequired: true,
                    problem: isWrong ? localizer(FilesText.pathProblem) : nil),
                Field(
                    FieldName.replace, label: localizer(FilesText.replace),
                    kind: .toggle(state.choice.isReplacing)),
            ],
            actions: [
                state.attempt.action(
                    Command.save, UIText.save, working: UIText.working, localizer)
            ])
        return Screen(
            location: FilesRoute.save.location((item, file)),
            title: localizer(FilesText.saveTitle), summary: localizer(FilesText.saveSummary),
            phase: state.attempt.phase(FilesText.working, localizer),
            blocks: [problem, .form(form)].compactMap(\.self),
            parent: FilesRoute.file.location((item, file)))
    }
}

extension SceneDefinition {
    /// Save a file.
    static func saveFile(_ files: ItemFiles) throws -> SceneDefinition {
        try SceneDefinition(FilesRoute.save) { localizer, names in
            SaveFilePresenter(item: names.0, file: names.1, localizer: localizer)
        } interactor: { context, names in
            SaveFileInteractor(
                files: files, item: names.0, file: names.1,
                notices: try context.ports[.notices], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, state in
            switch input {
            case .act(.save, let act):
                SaveFileInteractor.Choice(
                    text: act.fields.text(.path) ?? state.choice.text,
                    isReplacing: act.fields.isOn(.replace) ?? state.choice.isReplacing)
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}
