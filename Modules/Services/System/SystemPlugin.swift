import TenonCore

/// Registers the clock, the clipboard, the files and the other programs of this machine.
enum SystemPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.system", version: "1.0.0",
        summary: "Clock, clipboard, files, web browser and other programs of this machine")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.clock) { SystemClock() }
        registrar.provide(
            .clipboard, using: .configuration, .detachedLaunch, .terminalClipboard
        ) { configuration, detachedLaunch, terminal in
            SystemClipboard(
                environment: configuration.environment, detachedLaunch: detachedLaunch,
                terminal: terminal)
        }
        registrar.provide(.links, using: .configuration) { configuration in
            SystemLinks(environment: configuration.environment)
        }
        registrar.provide(.files) { SystemFiles() }
        registrar.provide(.programs, using: .configuration) { configuration in
            SystemPrograms(environment: configuration.environment)
        }
        registrar.contribute(.detachedTasks, using: .configuration) { configuration in
            [ClipboardKeeper.task(environment: configuration.environment)]
        }
    }
}

@section("tenon_plugins") @used
let systemPluginRecord: PluginRecord = (1, 0, { $0.store(SystemPlugin.self) })
