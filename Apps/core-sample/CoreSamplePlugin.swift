import TenonCore

/// Registers the front end when this file is linked.
enum CoreSamplePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "sample.line-reader", version: "0.1.0",
        summary: "Adds up the numbers on standard input")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.frontEnd) { LineReader() }
    }
}

@section("tenon_plugins") @used
let coreSamplePluginRecord: PluginRecord = (1, 0, { $0.store(CoreSamplePlugin.self) })
