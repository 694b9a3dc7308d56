import TenonArchive
import TenonCore

/// Provides what compresses.
enum Compressing: Plugin {
    static let manifest = PluginManifest(
        name: "test.gzip", version: "1.0.0", summary: "Compresses")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.gzip) { GzipCoder() }
    }
}
