import TenonCore
import TenonUI
import WalletSync
import WalletVault

/// Lists the items with values to choose from.
struct ConflictsInteractor: Interactor {
    enum Action: Sendable {
        case reading(ConflictReading.Action)
        case open(ItemID)
    }

    let reading: ConflictReading
    let navigator: Navigator

    var initialState: ConflictReading.State { reading.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: reading.outsideActions.map { .reading($0) })
    }

    func mutate(
        _ action: Action, _ state: ConflictReading.State
    ) -> Effect<ConflictReading.Mutation> {
        switch action {
        case .reading(let action): reading.mutate(action, state)
        case .open(let id):
            .run("navigate") { _ in navigator.open(SyncRoute.conflict.location(id)) }
        }
    }

    func reduce(_ state: inout ConflictReading.State, _ mutation: ConflictReading.Mutation) {
        reading.reduce(&state, mutation)
    }
}

/// The list of the conflicts.
struct ConflictsPresenter: Presenter {
    enum Command: String { case retry, open }

    let localizer: Localizer

    func screen(for state: ConflictReading.State) -> Screen {
        let open = Action(Command.open, title: localizer(SyncText.choose), scope: .row)
        let rows = (state.conflicts ?? []).map { conflict in
            Row(
                id: "\(conflict.item)", title: conflict.shownTitle(localizer),
                subtitle: conflict.parts.isEmpty
                    ? localizer(SyncText.isBack)
                    : conflict.parts.map { localizer.text(of: $0.name) }.joined(separator: ", "),
                actions: [open])
        }
        return Screen(
            location: SyncRoute.conflicts.location(), title: localizer(SyncText.conflicts),
            summary: localizer(SyncText.conflictsSummary),
            phase: .reading(
                state.conflicts, problem: state.problem?.onScreens(localizer),
                retry: Command.retry.rawValue,
                loading: localizer(SyncText.loading), empty: localizer(SyncText.noConflicts),
                localizer),
            blocks: .list(ListBlock(id: "conflicts", rows: rows)),
            actions: state.problem == nil
                ? [] : [Action(Command.retry, title: localizer(UIText.retry), role: .primary)],
            parent: SyncRoute.sync.location())
    }
}

extension SyncConflict {
    /// The title of the item, which may have none.
    func shownTitle(_ localizer: Localizer) -> String {
        title.isEmpty ? localizer(SyncText.empty) : title
    }

    /// The machines that gave values, the one whose values count now first.
    var machines: [(id: DeviceID, name: String)] {
        var seen: Set<DeviceID> = []
        return parts.flatMap(\.values).compactMap { value in
            seen.insert(value.device).inserted ? (value.device, value.deviceName) : nil
        }
    }
}

extension SceneDefinition {
    /// The conflicts.
    static func syncConflicts(_ watch: SyncWatch, _ vault: any Vault) throws -> SceneDefinition {
        try SceneDefinition(SyncRoute.conflicts, presenter: ConflictsPresenter.init) { context in
            ConflictsInteractor(
                reading: ConflictReading(watch: watch, vault: vault), navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear, .act(.retry, _): .reading(.refresh)
            case .act(.open, let act): act.target(as: ItemID.self).map { .open($0) }
            case .other, .edit, .search, .filter, .window, .reading, .disappear, .back: nil
            }
        }
    }
}
