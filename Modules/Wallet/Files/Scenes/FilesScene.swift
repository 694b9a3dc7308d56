import TenonCore
import TenonUI
import WalletItems
import WalletVault

/// Reads the files of all items, and follows the changes of the vault.
struct FilesInteractor: Interactor {
    typealias Files = VaultReading<[ItemFile]>

    enum Action: Sendable {
        case files(Files.Action)
        case open(ItemID)
    }

    let files: Files
    let navigator: Navigator

    var initialState: Files.State { files.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: files.outsideActions.map { .files($0) })
    }

    func mutate(_ action: Action, _ state: Files.State) -> Effect<Files.Mutation> {
        switch action {
        case .files(let action): return files.mutate(action, state)
        case .open(let id):
            guard let file = state.value?.first(where: { $0.id == id }) else { return .none }
            return .run("navigate") { _ in
                navigator.open(FilesRoute.file.location((file.item, file.id)))
            }
        }
    }

    func reduce(_ state: inout Files.State, _ mutation: Files.Mutation) {
        files.reduce(&state, mutation)
    }
}

/// The screen of all files.
struct FilesPresenter: Presenter {
    enum Command: String { case retry, open }

    let localizer: Localizer

    func screen(for state: FilesInteractor.Files.State) -> Screen {
        Screen(
            location: FilesRoute.files.location(), title: localizer(FilesText.title),
            summary: summary(state.value ?? []),
            phase: .reading(
                state.value, problem: state.problem, retry: Command.retry.rawValue,
                loading: localizer(FilesText.loading), empty: localizer(FilesText.empty),
                localizer),
            blocks: .list(ListBlock(id: "files", rows: (state.value ?? []).map(row))),
            actions: state.problem == nil
                ? [] : [Action(Command.retry, title: localizer(UIText.retry), role: .primary)])
    }

    private func summary(_ files: [ItemFile]) -> String {
        guard !files.isEmpty else { return "" }
        let size = ItemsText.size(files.reduce(0) { $0 + $1.size }, localizer)
        return localizer(FilesText.summary, count: files.count, ["size": size])
    }

    private func row(_ file: ItemFile) -> Row {
        Row(
            id: "\(file.id)", title: file.name, subtitle: ItemsText.title(file.title, localizer),
            value: ItemsText.size(file.size, localizer),
            badge: file.isAwaited
                ? Badge(localizer(FilesText.elsewhere), tone: .caution) : nil,
            icon: .attachment, location: FilesRoute.file.location((file.item, file.id)),
            actions: [
                Action(Command.open, title: localizer(UIText.open), scope: .row, role: .primary)
            ])
    }
}

extension SceneDefinition {
    /// The files of all items.
    static func files(_ files: ItemFiles, _ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition(FilesRoute.files, presenter: FilesPresenter.init) { context in
            FilesInteractor(
                files: VaultReading(of: vault) { _ in try await files.all() },
                navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear, .act(.retry, _): .files(.refresh)
            case .act(.open, let act): act.target(as: ItemID.self).map { .open($0) }
            case .other, .edit, .search, .filter, .window, .reading, .back, .disappear: nil
            }
        }
    }
}
