import TenonCore

/// Registers the settings files of the person and of the system.
enum ConfigurationPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.configuration", version: "1.0.0",
        summary: "Settings from the files of the person and of the system")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.settingReaders, using: .application, .configuration) {
            application, configuration in
            [SettingsFiles(of: application, in: configuration)]
        }
    }
}

@section("tenon_plugins") @used
let configurationPluginRecord: PluginRecord = (1, 0, { $0.store(ConfigurationPlugin.self) })
