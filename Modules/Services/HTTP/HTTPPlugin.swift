import TenonCore
import TenonNetworking

/// Registers the network of this machine.
enum HTTPPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.http", version: "1.0.0", summary: "Requests over HTTP/1.1 and HTTP/2")

    static let trustRoots = Setting(
        "trust-roots", placeholder: "FILE",
        help: "Also trust the certificate authorities in this PEM file.",
        environmentVariable: "TENON_TRUST_ROOTS")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.networker, using: .application, .configuration, .pinnedHosts) {
            application, configuration, pinnedHosts in
            return try HTTPNetworker(
                HTTPSetup(
                    userAgent: "\(application.executable)/\(application.version)",
                    trustRoots: configuration[trustRoots].map { [.file($0)] }
                        ?? [],
                    pinnedHosts: pinnedHosts))
        }
        registrar.contribute(.settings) { [trustRoots] }
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
    }
}

@section("tenon_plugins") @used
let httpPluginRecord: PluginRecord = (1, 0, { $0.store(HTTPPlugin.self) })
