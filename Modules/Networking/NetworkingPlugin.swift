import TenonCore

/// Brings the words of this module in other languages; its code needs no registration.
enum NetworkingPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "networking", version: "1.0.0", summary: "What is said about requests and replies")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
    }
}

#if objectFormat(MachO)
    @section("__DATA,tenon_plugins") @used
#else
    @section("tenon_plugins") @used
#endif
let networkingPluginRecord: PluginRecord = (1, 0, { $0.store(NetworkingPlugin.self) })
