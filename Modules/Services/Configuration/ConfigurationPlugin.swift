import TenonCore

/// Registers the settings files of the person and of the system.
enum ConfigurationPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.configuration", version: "1.0.0",
        summary: "Settings from the files of the person and of the system",
        contributes: [.settingReaders, .translations], requires: [.application, .configuration])

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.settingReaders) { resolver in
            [
                SettingsFiles(
                    of: try await resolver(.application), in: try await resolver(.configuration))
            ]
        }
    }
}

@section("tenon_plugins") @used
let configurationPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: ConfigurationPlugin.self) }
)
