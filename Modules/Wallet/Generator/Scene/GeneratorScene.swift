import TenonCore
import TenonUI
import WalletSettings

/// The locations of this feature.
enum GeneratorRoute {
    /// The generator.
    static let generator = Route("generator")
}

extension SceneDefinition {
    /// The generator.
    static func generator(
        _ maker: PasswordMaker, clipboard: any ClipboardWriting, clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition(
            GeneratorRoute.generator, presenter: GeneratorPresenter.init
        ) { context in
            GeneratorInteractor(
                maker: maker, clipboard: clipboard, clock: clock,
                notices: try context.ports[.notices], localizer: context.localizer,
                clipboardTime: { context.ports.walletSettings.clipboardTime })
        } action: { input, _ in
            switch input {
            case .appear: .appear
            case .edit(let fields): .edit(fields)
            case .act(.another, let act): .another(act.fields)
            case .act(.reveal, _): .setRevealed(true)
            case .act(.conceal, _): .setRevealed(false)
            case .act(.copy, _): .copy
            case .other, .search, .filter, .window, .reading, .back, .disappear: nil
            }
        }
    }
}
