import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// One login.
    static func loginDetail(_ services: LoginServices) throws -> SceneDefinition {
        try SceneDefinition(LoginsRoute.detailRoute.pattern.text) { context in
            guard let id = ItemID(target: context.arguments["id"]) else {
                return ProblemScene(context)
            }
            return InteractiveScene(
                LoginDetailInteractor(
                    id: id, services: services, copier: services.copier(context),
                    notices: context.container[.notices], localizer: context.localizer,
                    navigator: context.navigator),
                presenter: LoginDetailPresenter(
                    location: context.location, localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .appear: .concealAndRefresh
                case .act("reveal", let fact, _, _): fact.map { .reveal($0) }
                case .act("conceal", let fact, _, _): fact.map { .conceal($0) }
                case .act("copy", let fact, _, _): fact.map { .copy($0) }
                case .act("open-site", let fact, _, _): fact.map { .openSite($0) }
                case .act("edit", _, _, _): .edit
                case .act("favorite", _, _, _): .setFavorite(true)
                case .act("unfavorite", _, _, _): .setFavorite(false)
                case .act("delete", _, _, _): .delete
                case .act, .edit, .search, .window, .back: nil
                }
            }
        }
    }
}

/// Says that a link names no item.
final class ProblemScene: Scene {
    let screen: Screen

    init(_ context: SceneContext) {
        screen = Screen(
            location: context.location, title: context.localizer(LoginsText.login),
            phase: .failed(
                Problem(
                    code: "logins.bad-link", message: context.localizer(LoginsText.badLink),
                    remedy: context.localizer(LoginsText.badLinkRemedy)), retry: nil),
            parent: LoginsRoute.list)
    }

    func start(changed: @escaping @Sendable () -> Void) {}

    func receive(_ input: SceneInput) -> Bool { false }

    func stop() {}
}
