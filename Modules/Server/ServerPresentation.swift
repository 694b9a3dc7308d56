public import TenonCore
import TenonNetworking

/// The plugin of this module: answers requests over HTTP in place of a person's front end.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum ServerPresentation: Plugin {
    /// What it provides and requires.
    public static let manifest = PluginManifest(
        name: "presentation.server", version: "1.0.0",
        summary: "Answers requests over HTTP, with health, metrics and limits")

    /// Registers the front end and the settings.
    public static func register(in registrar: inout Registrar) {
        registrar.require(
            .endpoints, .readinessChecks, .servedParts, .application, .configuration, .clock)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.frontEnd) { ServerFrontEnd() }
        registrar.declare(
            ServerSettings.listen, ServerSettings.port, ServerSettings.certificate,
            ServerSettings.key, ServerSettings.connections, ServerSettings.answerSeconds,
            ServerSettings.unreadSeconds, ServerSettings.proxies)
    }
}

@section("tenon_plugins") @used
let serverPresentationRecord: PluginRecord = (1, 0, { $0.store(ServerPresentation.self) })
