package import TenonCore
import TenonUI
import WalletSettings

/// The locations of this feature.
package enum GeneratorRoute {
    /// The generator.
    package static let generator = Route("generator").location()
}

extension SceneDefinition {
    /// The generator.
    static func generator(
        _ maker: PasswordMaker, clipboard: any ClipboardWriting, clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition("generator") { context in
            InteractiveScene(
                GeneratorInteractor(
                    maker: maker, clipboard: clipboard, clock: clock,
                    notices: context.container[.notices], localizer: context.localizer,
                    clipboardTime: { context.container.walletSettings.clipboardTime }),
                presenter: GeneratorPresenter(
                    location: context.location, localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .appear: .appear
                case .edit(let fields): .edit(fields)
                case .act("another", _, let fields, _): .another(fields)
                case .act("reveal", _, _, _): .reveal
                case .act("conceal", _, _, _): .conceal
                case .act("copy", _, _, _): .copy
                case .act, .search, .window, .back: nil
                }
            }
        }
    }
}
