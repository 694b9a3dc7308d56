import TenonCore

/// Registers the clock, the clipboard and the opening of links of this machine.
enum SystemPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.system", version: "1.0.0",
        summary: "The clock, the clipboard, the web browser and other programs of this machine",
        provides: [.clock, .clipboard, .links, .programs],
        contributes: [.detachedTasks, .translations],
        requires: [.configuration])

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.provide(.clock) { _ in SystemClock() }
        registrar.provide(.clipboard) { resolve in
            SystemClipboard(
                environment: try await resolve(.configuration).environment,
                detachedLaunch: try await resolve(.detachedLaunch))
        }
        registrar.provide(.links) { resolve in
            SystemLinks(environment: try await resolve(.configuration).environment)
        }
        registrar.provide(.programs) { resolve in
            SystemPrograms(environment: try await resolve(.configuration).environment)
        }
        registrar.contribute(.detachedTasks) { resolve in
            [ClipboardKeeper.task(environment: try await resolve(.configuration).environment)]
        }
    }
}

@section("tenon_plugins") @used
let systemPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: SystemPlugin.self) }
)
