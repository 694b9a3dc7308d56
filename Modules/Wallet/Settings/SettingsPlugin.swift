package import TenonCore
package import TenonUI
import WalletVault

/// The settings of Wallet: what they are, where they are kept, and their screen.
package enum SettingsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.settings", version: "1.0.0",
        summary: "Keeps what the person has chosen, and shows it")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices, .settingsLinks)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.storedPreferences, using: .persister, .appearance, .configuration) {
            persister, appearance, configuration in
            Preferences(
                persister: persister, appearance: appearance,
                outside: try FixedSettings(configuration))
        }
        registrar.provide(.preferences, using: AnyPort.storedPreferences) { $0 }
        registrar.contribute(.sessionObservers, using: AnyPort.storedPreferences) { [$0] }
        registrar.declare(
            Configuration.autoLockSetting, FixedSettings.clipboardTime, FixedSettings.reprompt,
            FixedSettings.attachmentLimit)
        registrar.contribute(.scenes, using: .storedPreferences) { [try .settings($0)] }
        // After all others.
        registrar.contribute(.destinations, priority: -50) {
            [
                ApplicationDestination(
                    to: SettingsRoute.settings, SettingsText.title, icon: .settings,
                    in: .application, shortcut: "s", accelerator: .settings)
            ]
        }
    }
}

extension AnyPort {
    /// What the screen of the settings leads to.
    package static let settingsLinks = CollectionPort<FeatureLink>("settingsLinks")
    /// The one object behind the port, the screen and the observer.
    static let storedPreferences = Port<Preferences>(
        "storedPreferences", providers: ["WalletSettings"])
}

@section("tenon_plugins") @used
let settingsPluginRecord: PluginRecord = (1, 0, { $0.store(SettingsPlugin.self) })
