import TenonCore

/// Registers Expat as the provider of XML.
enum XMLPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.xml", version: "1.0.0", summary: "Documents in XML, by Expat")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.xml) { ExpatReader() }
    }
}

@section("tenon_plugins") @used
let xmlPluginRecord: PluginRecord = (1, 0, { $0.store(XMLPlugin.self) })
