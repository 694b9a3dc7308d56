import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// One item of a kind.
    static func itemDetail(
        _ kind: any ItemKindPresenting, _ services: ItemServices
    ) throws -> SceneDefinition {
        try SceneDefinition(ItemsRoute.detailRoute(kind.kind).pattern.text) { context in
            guard let id = ItemID(target: context.arguments["id"]) else {
                return ProblemScene(kind, context)
            }
            let watch = ScreenWatch()
            let scene = InteractiveScene(
                ItemDetailInteractor(
                    id: id, kind: kind, services: services, copier: services.copier(context),
                    check: services.revealCheck(context),
                    notices: context.container[.notices], localizer: context.localizer,
                    navigator: context.navigator, watch: watch),
                presenter: ItemDetailPresenter(
                    location: context.location, kind: kind, localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .appear: .concealAndRefresh
                case .act("reveal", let fact, _, _): fact.map { .reveal($0) }
                case .act("conceal", let fact, _, _): fact.map { .conceal($0) }
                case .act("copy", let fact, _, _): fact.map { .copy($0) }
                case .act("open-site", let fact, _, _): fact.map { .openSite($0) }
                case .act("next-code", let fact, _, _): fact.map { .nextCode($0) }
                case .act("restore-version", let fact, _, _): fact.map { .restoreVersion($0) }
                case .act("edit", _, _, _): .edit
                case .act("favorite", _, _, _): .setFavorite(true)
                case .act("unfavorite", _, _, _): .setFavorite(false)
                case .act("delete", _, _, _): .delete
                case .act, .edit, .search, .window, .back: nil
                }
            }
            return WatchedScene(scene, watch: watch)
        }
    }
}

/// Says that a link names no item.
final class ProblemScene: Scene {
    let screen: Screen

    init(_ kind: any ItemKindPresenting, _ context: SceneContext) {
        screen = Screen(
            location: context.location, title: kind.names(context.localizer).one,
            phase: .failed(
                Problem(
                    code: "items.bad-link", message: context.localizer(ItemsText.badLink),
                    remedy: context.localizer(ItemsText.badLinkRemedy)), retry: nil),
            parent: ItemsRoute.list)
    }

    func start(changed: @escaping @Sendable () -> Void) {}

    func receive(_ input: SceneInput) -> Bool { false }

    func stop() {}
}
