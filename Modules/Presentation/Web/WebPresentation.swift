public import TenonCore
import TenonUI

/// The plugin of this module: serves the application to a browser on this machine.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum WebPresentation: Plugin {
    /// What it provides and requires.
    public static let manifest = PluginManifest(
        name: "presentation.web", version: "1.0.0",
        summary: "Serves the application to a browser on this machine")

    /// Registers the front end, the question ports and the settings.
    public static func register(in registrar: inout Registrar) {
        registrar.require(
            .sceneRouter, .localizer, .appearance, .application, .configuration, .qrCodes)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.frontEnd) { WebFrontEnd() }
        registrar.provideQuestions { StandardErrorPresenter() }
        registrar.declare(WebSettings.port, WebSettings.noOpen, WebSettings.idleMinutes)
    }
}

@section("tenon_plugins") @used
let webPresentationRecord: PluginRecord = (1, 0, { $0.store(WebPresentation.self) })
