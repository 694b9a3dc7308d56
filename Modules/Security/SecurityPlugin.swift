import TenonCore

/// Registers the translations of this module's messages.
enum SecurityPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "security", version: "1.0.0", summary: "Key derivation, sealing and secret memory")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
    }
}

@section("tenon_plugins") @used
let securityPluginRecord: PluginRecord = (1, 0, { $0.store(SecurityPlugin.self) })
