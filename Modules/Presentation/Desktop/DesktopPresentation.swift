public import TenonCore
import TenonUI

/// The plugin of this module: shows the application in a window of GTK.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum DesktopPresentation: Plugin {
    /// What it provides and requires.
    public static let manifest = PluginManifest(
        name: "presentation.desktop", version: "1.0.0",
        summary: "Shows the application in a window of the desktop",
        provides: [.frontEnd] + AnyPort.questions,
        contributes: [.settings, .translations],
        requires: [
            .sceneRouter, .localizer, .appearance, .application, .configuration, .clock, .clipboard,
        ])

    /// Registers the front end, the question ports and the settings.
    public static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.provide(.frontEnd) { _ in DesktopFrontEnd() }
        registrar.provideQuestions { _ in StandardErrorPresenter() }
        registrar.contribute(.settings) { _ in [DesktopFrontEnd.keys, DesktopFrontEnd.closeAction] }
    }
}

@section("tenon_plugins") @used
let desktopPresentationRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: DesktopPresentation.self) }
)
