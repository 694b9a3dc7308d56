public import TenonCore
import TenonUI

/// The plugin of this module: shows the application in a window of GTK.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum DesktopPresentation: Plugin {
    /// What it provides and requires.
    public static let manifest = PluginManifest(
        name: "presentation.desktop", version: "1.0.0",
        summary: "Shows the application in a window of the desktop")

    /// Registers the front end, the question ports and the settings.
    public static func register(in registrar: inout Registrar) {
        registrar.require(
            .sceneRouter, .localizer, .appearance, .application, .configuration, .clock, .clipboard,
            .qrCodes)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.frontEnd) { DesktopFrontEnd() }
        registrar.provideQuestions { StandardErrorPresenter() }
        registrar.declare(DesktopFrontEnd.keys, DesktopFrontEnd.closeAction)
    }
}

@section("tenon_plugins") @used
let desktopPresentationRecord: PluginRecord = (1, 0, { $0.store(DesktopPresentation.self) })
