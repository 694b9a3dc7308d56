import TenonCore
import TenonUI

/// The plugin of this module: the full screen of a terminal.
enum TerminalPresentation: Plugin {
    static let manifest = PluginManifest(
        name: "presentation.terminal", version: "1.0.0",
        summary: "Shows the application on the full screen of a terminal")

    static func register(in registrar: inout Registrar) {
        registrar.require(
            .sceneRouter, .localizer, .appearance, .configuration, .application, .qrCodes,
            .terminalPictures)
        let outside = TerminalPresenter()
        let clipboard = TerminalClipboard()
        registrar.provide(.frontEnd) { TerminalFrontEnd(outside: outside, clipboard: clipboard) }
        registrar.provide(.terminalClipboard) { clipboard }
        registrar.provideQuestions { outside }
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.declare(
            TerminalSettings.keys, TerminalSettings.noMouse, ColorPolicy.setting)
    }
}

@section("tenon_plugins") @used
let terminalPresentationRecord: PluginRecord = (1, 0, { $0.store(TerminalPresentation.self) })
