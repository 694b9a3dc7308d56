import TenonCore
import TenonUI

/// The plugin of this module: prompts and text.
enum LinePresentation: Plugin {
    static let manifest = PluginManifest(
        name: "presentation.line", version: "1.0.0",
        summary: "Shows the application as text and asks by prompts",
        provides: [.frontEnd] + AnyPort.questions,
        contributes: [.settings, .translations],
        requires: [.sceneRouter, .localizer, .configuration, .application])

    /// `--no-input`.
    static let noInput = Setting("no-input", placeholder: "", help: "Never ask anything.")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.frontEnd) { _ in LineFrontEnd() }
        registrar.provideQuestions { try await presenter($0) }
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.settings) { _ in [ColorPolicy.setting, noInput] }
    }

    private static func presenter(_ resolver: Resolver) async throws -> LinePresenter {
        let configuration = try await resolver(.configuration)
        let console = LineConsole(configuration, application: try await resolver(.application))
        return LinePresenter(console: console, localizer: try await resolver(.localizer))
    }
}

@section("tenon_plugins") @used
let linePresentationRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: LinePresentation.self) }
)
