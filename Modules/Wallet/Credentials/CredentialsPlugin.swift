import TenonCore

/// Registers the translations of this module's messages.
enum CredentialsPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.credentials", version: "1.0.0",
        summary: "Answers git, docker and the browser's extension")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
    }
}

@section("tenon_plugins") @used
let credentialsPluginRecord: PluginRecord = (1, 0, { $0.store(CredentialsPlugin.self) })
