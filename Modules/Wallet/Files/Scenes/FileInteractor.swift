import TenonCore
import TenonUI
import WalletAccess
import WalletItems
import WalletVault

/// One file: open it, save it, remove it.
struct FileInteractor: Interactor {
    typealias File = VaultReading<ItemFile>

    struct State: Sendable, Equatable {
        var file: File.State
        var attempt = Attempt()
    }

    enum Action: Sendable {
        case file(File.Action)
        case open
        case save
        case remove
    }

    enum Mutation: Sendable {
        case file(File.Mutation)
        case attempt(Attempt.Change)
    }

    let files: ItemFiles
    let file: File
    let confirmations: any ConfirmationPresenting
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(file: file.initialState) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: file.outsideActions.map { .file($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .file(let action): read(action, state)
        case .open: state.file.value.map { open($0, state) } ?? .none
        case .save: state.file.value.map(save) ?? .none
        case .remove: state.file.value.map(remove) ?? .none
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .file(let mutation): file.reduce(&state.file, mutation)
        case .attempt(let change): state.attempt.take(change)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }

    private func read(_ action: File.Action, _ state: State) -> Effect<Mutation> {
        file.effect(of: action, state.file, in: "file") { .file($0) }
    }

    /// Opens a copy, which goes when the person says so, or the scene ends.
    private func open(_ file: ItemFile, _ state: State) -> Effect<Mutation> {
        .chain("work", policy: .first) { emit in
            emit(.attempt(.begin))
            try await VaultError.cancellingWhenLocked {
                try await files.open(file) {
                    emit(.attempt(.succeed))
                    _ = await confirmations.confirm(
                        Confirmation(
                            title: localizer(FilesText.openTitle, ["name": file.name]),
                            message: localizer(FilesText.openMessage),
                            confirmTitle: localizer(FilesText.goOn), severity: .mild))
                }
            }
            // Its content may have been on other machines until now.
            return read(.refresh, state)
        }
    }

    private func save(_ file: ItemFile) -> Effect<Mutation> {
        .run("navigate") { _ in
            navigator.open(FilesRoute.save.location((file.item, file.id)))
        }
    }

    private func remove(_ file: ItemFile) -> Effect<Mutation> {
        .run("work", policy: .first) { emit in
            emit(.attempt(.begin))
            try await VaultError.cancellingWhenLocked { try await files.remove(file) }
            notices.notify(
                Notice(
                    localizer(
                        FilesText.removed,
                        ["name": file.name, "title": ItemsText.title(file.title, localizer)]),
                    tone: .positive))
            navigator.back()
        }
    }
}
