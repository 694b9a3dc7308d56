import TenonCore
import TenonUI
import WalletAccess
import WalletItems
import WalletVault

/// The screen of one file.
struct FilePresenter: Presenter {
    enum Command: String { case open, save, remove }

    let location: Location
    /// Whether there is a desktop that can open it.
    let canOpen: Bool
    let localizer: Localizer

    func screen(for state: FileInteractor.State) -> Screen {
        guard let file = state.file.value else {
            return Screen(
                location: location, title: localizer(FilesText.file),
                phase: state.file.problem.map { .failed(Problem($0, localizer), retry: nil) }
                    ?? .loading(message: localizer(FilesText.loading)),
                parent: FilesRoute.files.location())
        }
        let problem = (state.attempt.problem ?? state.file.problem).map {
            Block.text(TextBlock($0, localizer))
        }
        let elsewhere =
            file.isAwaited
            ? Block.text(TextBlock(localizer(FilesText.elsewhereHelp), tone: .caution)) : nil
        return Screen(
            location: location, title: file.name,
            phase: state.attempt.phase(FilesText.working, localizer),
            blocks: [problem, elsewhere, .facts(facts(file))].compactMap(\.self),
            actions: actions(file), parent: file.kind.route.location(file.item))
    }

    private func facts(_ file: ItemFile) -> FactsBlock {
        let item = TextSpan(
            ItemsText.title(file.title, localizer),
            link: .location(file.kind.route.location(file.item)))
        return FactsBlock(
            id: "file",
            facts: [
                Fact(id: "item", label: localizer(FilesText.item), value: .spans([item])),
                Fact(
                    id: "size", label: localizer(FilesText.size),
                    value: .text(ItemsText.size(file.size, localizer))),
                Fact(
                    id: "attached", label: localizer(FilesText.attached),
                    value: .moment(Moment(file.added))),
            ])
    }

    private func actions(_ file: ItemFile) -> [Action] {
        let open = Action(
            Command.open, title: localizer(FilesText.openAction), role: .primary, icon: .open)
        let save = Action(
            Command.save, title: localizer(FilesText.saveAction),
            role: canOpen ? .normal : .primary, icon: .exporting)
        let remove = Action(
            Command.remove, title: localizer(FilesText.removeAction), role: .destructive,
            accelerator: .delete,
            confirmation: Confirmation(
                title: localizer(
                    FilesText.removeTitle,
                    ["name": file.name, "title": ItemsText.title(file.title, localizer)]),
                message: localizer(FilesText.removeMessage),
                confirmTitle: localizer(FilesText.removeAction)), icon: .trash)
        return (canOpen ? [open] : []) + [save, remove]
    }
}

extension SceneDefinition {
    /// One file.
    static func file(_ files: ItemFiles, _ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition(FilesRoute.file) { localizer, names in
            FilePresenter(
                location: FilesRoute.file.location(names), canOpen: files.canOpen,
                localizer: localizer)
        } interactor: { context, names in
            FileInteractor(
                files: files,
                file: VaultReading(of: vault) { _ in
                    try await files.file(names.1, of: names.0)
                },
                confirmations: try context.ports[.confirmations],
                notices: try context.ports[.notices], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear: .file(.refresh)
            case .act(.open, _): .open
            case .act(.save, _): .save
            case .act(.remove, _): .remove
            case .other, .edit, .search, .filter, .window, .reading, .disappear, .back: nil
            }
        }
    }
}
