import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// The list of items that may be the same.
    static func duplicates(
        vault: any Vault, health: any ItemHealthWatching
    ) throws -> SceneDefinition {
        try SceneDefinition(
            DuplicateGroup.list, presenter: DuplicatesPresenter.init
        ) { context in
            DuplicatesInteractor(vault, health, context.navigator)
        } action: { input, _ in
            switch input {
            case .appear, .act(.retry, _): .page(.refresh)
            case .window(_, let range): .page(.window(range))
            case .act(.open, let act): act.target(as: ItemID.self).map { .open($0) }
            case .other, .edit, .search, .filter, .reading, .back, .disappear: nil
            }
        }
    }

    /// The items that may be the same as one.
    static func duplicateGroup(
        vault: any Vault, health: any ItemHealthWatching, clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition(DuplicateGroup.route) { localizer, id in
            DuplicateGroupPresenter(id: id, localizer: localizer)
        } interactor: { context, id in
            DuplicateGroupInteractor(
                reading: VaultReading(of: vault) { query in
                    try await DuplicateGroupInteractor.likeness(
                        to: id, query.window, vault, health)
                }, vault: vault, health: health, clock: clock,
                notices: try context.ports[.notices], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear, .act(.retry, _): .reading(.refresh)
            case .act(.open, let act): act.target(as: ItemID.self).map { .open($0) }
            case .act(.merge, let act): act.target(as: ItemID.self).map { .merge($0) }
            case .window(_, let range): .reading(.window(range))
            case .other, .edit, .search, .filter, .reading, .back, .disappear: nil
            }
        }
    }
}
