import TenonCore
import TenonNetworking

/// Registers the network of this machine.
enum HTTPPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.http", version: "1.0.0", summary: "Requests over HTTP/1.1 and HTTP/2",
        provides: [.networker], contributes: [.settings, .translations],
        requires: [.pinnedHosts, .application, .configuration])

    static let trustRoots = Setting(
        "trust-roots", placeholder: "FILE",
        help: "Also trust the certificate authorities in this PEM file.",
        environmentVariable: "TENON_TRUST_ROOTS")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.networker) { resolve in
            let application = try await resolve(.application)
            return try HTTPNetworker(
                HTTPSetup(
                    userAgent: "\(application.executable)/\(application.version)",
                    trustRoots: try await resolve(.configuration)[trustRoots].map { [.file($0)] }
                        ?? [],
                    pinnedHosts: try await resolve(.pinnedHosts)))
        }
        registrar.contribute(.settings) { _ in [trustRoots] }
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
    }
}

@section("tenon_plugins") @used
let httpPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: HTTPPlugin.self) }
)
