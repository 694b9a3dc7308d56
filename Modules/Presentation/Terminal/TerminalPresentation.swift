import TenonCore
import TenonUI

/// The plugin of this module: the full screen of a terminal.
enum TerminalPresentation: Plugin {
    static let manifest = PluginManifest(
        name: "presentation.terminal", version: "1.0.0",
        summary: "Shows the application on the full screen of a terminal",
        provides: [.frontEnd] + AnyPort.questions,
        contributes: [.settings, .translations],
        requires: [.sceneRouter, .localizer, .appearance, .configuration, .application])

    static func register(in registrar: inout Registrar) {
        let outside = TerminalPresenter()
        registrar.provide(.frontEnd) { _ in TerminalFrontEnd(outside: outside) }
        registrar.provideQuestions { _ in outside }
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.settings) { _ in TerminalSettings.all }
    }
}

@section("tenon_plugins") @used
let terminalPresentationRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: TerminalPresentation.self) }
)
