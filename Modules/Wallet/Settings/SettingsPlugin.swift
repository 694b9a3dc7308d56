package import TenonCore
import TenonUI

/// The settings of Wallet: what they are, where they are kept, and their screen.
package enum SettingsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.settings", version: "1.0.0",
        summary: "Keeps what the person has chosen, and shows it",
        provides: [.preferences, .storedPreferences],
        contributes: [
            .scenes, .applicationActions, .sessionObservers, .settings, .translations,
        ],
        requires: [.persister, .appearance, .configuration, .notices, .settingsLinks])

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.provide(.storedPreferences) { resolver in
            Preferences(
                persister: try await resolver(.persister),
                appearance: try await resolver(.appearance),
                outside: try FixedSettings(try await resolver(.configuration)))
        }
        registrar.provide(.preferences) { try await $0(.storedPreferences) }
        registrar.contribute(.sessionObservers) { [try await $0(.storedPreferences)] }
        registrar.contribute(.settings) { _ in FixedSettings.all }
        registrar.contribute(.scenes) { [try .settings(try await $0(.storedPreferences))] }
        // After the features, before what locks.
        registrar.contribute(.applicationActions, priority: -50) { _ in
            [
                ApplicationAction(
                    to: SettingsRoute.settings, SettingsText.title, shortcut: "s")
            ]
        }
    }
}

extension AnyPort {
    /// The one object behind the port, the screen and the observer.
    static let storedPreferences = Port<Preferences>(
        "storedPreferences", providers: ["WalletSettings"])
}

@section("tenon_plugins") @used
let settingsPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: SettingsPlugin.self) }
)
