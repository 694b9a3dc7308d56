import TenonCore
import TenonUI

/// The plugin of this module: prompts and text.
enum LinePresentation: Plugin {
    static let manifest = PluginManifest(
        name: "presentation.line", version: "1.0.0",
        summary: "Shows the application as text and asks by prompts")

    /// `--no-input`.
    static let noInput = Setting<Bool>("no-input", help: "Never ask anything.")

    static func register(in registrar: inout Registrar) {
        registrar.require(.sceneRouter, .qrCodes)
        let clipboard = TerminalClipboard()
        registrar.provide(.frontEnd) { LineFrontEnd(clipboard: clipboard) }
        registrar.provide(.terminalClipboard) { clipboard }
        registrar.provideQuestions(using: .configuration, .application, .localizer) {
            configuration, application, localizer in
            LinePresenter(
                console: LineConsole(configuration, application: application), localizer: localizer)
        }
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.declare(ColorPolicy.setting, noInput)
    }
}

#if objectFormat(MachO)
    @section("__DATA,tenon_plugins") @used
#else
    @section("tenon_plugins") @used
#endif
let linePresentationRecord: PluginRecord = (1, 0, { $0.store(LinePresentation.self) })
