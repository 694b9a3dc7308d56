import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// One item of a kind.
    static func itemDetail(
        _ kind: any ItemKindPresenting, _ services: ItemServices
    ) throws -> SceneDefinition {
        try SceneDefinition(kind.kind.route) { localizer, id in
            ItemDetailPresenter(
                location: kind.kind.route.location(id), kind: kind,
                linksFiles: services.fileLinks != nil, localizer: localizer)
        } interactor: { context, id in
            ItemDetailInteractor(
                id: id, kind: kind, services: services, copier: try services.copier(context),
                check: try services.revealCheck(context),
                deletion: try PermanentDeletion(of: services.vault, in: context),
                notices: try context.ports[.notices],
                localizer: context.localizer, navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear: .appear
            case .disappear: .disappear
            case .act(.reveal, let act): act.target.map { .reveal($0) }
            case .act(.conceal, let act): act.target.map { .conceal($0) }
            case .act(.copy, let act): act.target.map { .copy($0) }
            case .act(.openSite, let act): act.target.map { .openSite($0) }
            case .act(.nextCode, let act): act.target.map { .nextCode($0) }
            case .act(.restoreVersion, let act): act.target.map { .restoreVersion($0) }
            case .act(.edit, _): .edit
            case .act(.favorite, _): .setFavorite(true)
            case .act(.unfavorite, _): .setFavorite(false)
            case .act(.delete, _): .delete
            case .act(.restore, _): .restore
            case .act(.deleteForever, _): .deleteForever
            case .act(.duplicates, _): .showDuplicates
            case .act(.showFile, let act): act.target.map { .showFile($0) }
            case .act(.addFile, _): .addFile
            case .other, .edit, .search, .filter, .window, .reading, .back: nil
            }
        }
    }
}
