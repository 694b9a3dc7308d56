package import TenonCore
import TenonSecurity
import TenonUI
import WalletSettings

/// The generator of passwords.
package enum GeneratorPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.generator", version: "1.0.0",
        summary: "Makes passwords of characters or words")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices, .preferences)
        // Shared by the port and the scene, so that both use the last recipe.
        let maker = PasswordMaker()
        registrar.provide(.passwordMaker) { maker }
        registrar.contribute(.scenes, using: .clipboard, .clock) { clipboard, clock in
            [try .generator(maker, clipboard: clipboard, clock: clock)]
        }
        registrar.contribute(.destinations, priority: 50) {
            [
                ApplicationDestination(
                    to: GeneratorRoute.generator, GeneratorText.title, help: .placeHelp,
                    icon: .generator, in: .tools, shortcut: "w")
            ]
        }
    }
}

@section("tenon_plugins") @used
let generatorPluginRecord: PluginRecord = (1, 0, { $0.store(GeneratorPlugin.self) })
