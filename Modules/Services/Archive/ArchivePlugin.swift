import TenonCore

/// Registers libzip and zlib as the providers of archives and compression.
enum ArchivePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.archive", version: "1.0.0",
        summary: "Archives and compressed data, by libzip and zlib")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.archives) { ZipCoder() }
        registrar.provide(.gzip) { GzipCoder() }
    }
}

@section("tenon_plugins") @used
let archivePluginRecord: PluginRecord = (1, 0, { $0.store(ArchivePlugin.self) })
