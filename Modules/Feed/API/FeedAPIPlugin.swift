import TenonCore

/// Brings the words of this module in other languages; its code needs no registration.
enum FeedAPIPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "feed.api", version: "1.0.0", summary: "What is said about servers for photographs")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
    }
}

@section("tenon_plugins") @used
let feedAPIPluginRecord: PluginRecord = (1, 0, { $0.store(FeedAPIPlugin.self) })
