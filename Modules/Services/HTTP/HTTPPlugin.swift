import TenonCore
import TenonNetworking

/// Registers the network of this machine.
enum HTTPPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.http", version: "1.0.0", summary: "Requests over HTTP/1.1 and HTTP/2")

    static let trustRoots = Setting<String?>(
        "trust-roots", placeholder: "FILE",
        help: "Also trust the certificate authorities in this PEM file.",
        environmentVariable: "TENON_TRUST_ROOTS")

    static let proxy = Setting<String?>(
        "proxy", placeholder: "ADDRESS",
        help: "Reach other machines through this proxy; https_proxy and no_proxy count as well.",
        environmentVariable: "TENON_PROXY")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.networker, using: .application, .configuration, .pinnedHosts) {
            application, configuration, pinnedHosts in
            return try HTTPNetworker(
                HTTPSetup(
                    userAgent: "\(application.executable)/\(application.version)",
                    trustRoots: configuration[trustRoots].map { [.file($0)] }
                        ?? [],
                    pinnedHosts: pinnedHosts, proxy: proxy(configuration)))
        }
        registrar.declare(trustRoots, proxy)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
    }

    /// The proxy of the setting, or those of the environment, as other programs have them.
    private static func proxy(_ configuration: Configuration) -> HTTPProxy? {
        func variable(_ name: String) -> String? {
            [name, name.uppercased()].compactMap(configuration.environmentVariable)
                .first { !$0.isEmpty }
        }
        let all = configuration[proxy]
        let secure = all ?? variable("https_proxy") ?? variable("all_proxy")
        let clear = all ?? variable("http_proxy") ?? variable("all_proxy")
        guard secure != nil || clear != nil else { return nil }
        return HTTPProxy(secure: secure, clear: clear, exceptFor: variable("no_proxy") ?? "")
    }
}

@section("tenon_plugins") @used
let httpPluginRecord: PluginRecord = (1, 0, { $0.store(HTTPPlugin.self) })
