import TenonCore

/// Brings the words of this module in other languages; its code needs no registration.
enum OAuthPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "oauth", version: "1.0.0", summary: "What is said about signing in to servers")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
    }
}

@section("tenon_plugins") @used
let oauthPluginRecord: PluginRecord = (1, 0, { $0.store(OAuthPlugin.self) })
