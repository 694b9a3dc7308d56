package import TenonCore
import TenonSecurity
import TenonUI
import WalletSettings

/// The generator of passwords.
package enum GeneratorPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.generator", version: "1.0.0",
        summary: "Makes passwords of characters or words",
        provides: [.passwordMaker], contributes: [.scenes, .applicationActions],
        requires: [.clipboard, .clock, .notices, .preferences])

    package static func register(in registrar: inout Registrar) {
        // Shared by the port and the scene, so that both use the last recipe.
        let maker = PasswordMaker()
        registrar.provide(.passwordMaker) { _ in maker }
        registrar.contribute(.scenes) { resolver in
            [
                try .generator(
                    maker, clipboard: try await resolver(.clipboard),
                    clock: try await resolver(.clock))
            ]
        }
        registrar.contribute(.applicationActions) { _ in
            [
                ApplicationAction(
                    to: GeneratorRoute.generator, GeneratorText.action, help: .actionHelp,
                    shortcut: "w")
            ]
        }
    }
}

@section("tenon_plugins") @used
let generatorPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: GeneratorPlugin.self) }
)
