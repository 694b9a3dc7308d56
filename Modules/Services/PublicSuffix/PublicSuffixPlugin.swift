import TenonCore

/// Registers the public suffix list as the provider of registrable domains.
enum PublicSuffixPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.public-suffix", version: "1.0.0",
        summary: "The owners of domains, by the public suffix list")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.domains) { PublicSuffixList() }
    }
}

@section("tenon_plugins") @used
let publicSuffixPluginRecord: PluginRecord = (1, 0, { $0.store(PublicSuffixPlugin.self) })
