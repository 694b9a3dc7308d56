import TenonCore
import TenonUI

/// The plugin of this module: JSON lines on the standard streams.
enum HeadlessPresentation: Plugin {
    static let manifest = PluginManifest(
        name: "presentation.headless", version: "1.0.0",
        summary: "Lets other programs use the application by JSON lines on the standard streams")

    static func register(in registrar: inout Registrar) {
        registrar.require(.sceneRouter, .localizer, .application)
        registrar.provide(.frontEnd) { HeadlessFrontEnd() }
        registrar.provideQuestions {
            HeadlessPresenter(output: OutputWriter(descriptor: StandardStream.errors))
        }
    }
}

#if objectFormat(MachO)
    @section("__DATA,tenon_plugins") @used
#else
    @section("tenon_plugins") @used
#endif
let headlessPresentationRecord: PluginRecord = (1, 0, { $0.store(HeadlessPresentation.self) })
