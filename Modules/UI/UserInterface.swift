public import TenonCore

/// The plugin of this module: the router of all scenes, and the person's language.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum UserInterface: Plugin {
    /// What it provides and requires.
    public static let manifest = PluginManifest(
        name: "ui", version: "1.0.0",
        summary: "Leads from locations to scenes and speaks the person's language",
        provides: [.sceneRouter, .localizer],
        contributes: [.settings],
        requires: [
            .scenes, .routePolicies, .coordinators, .applicationActions, .sessionObservers,
            .configuration,
            .application, .alerts, .confirmations, .prompts, .notices,
        ])

    static let languageSetting = Setting(
        "language", placeholder: "TAG", help: "Speak this language: en or pt-BR.",
        environmentVariable: "TENON_LANGUAGE")

    /// Registers the router, the localizer and the settings.
    public static func register(in registrar: inout Registrar) {
        registrar.provide(.sceneRouter) { resolver in
            try Router(
                try await resolver.contributions(to: .scenes).map {
                    Router.Entry($0.value.pattern, $0.value, module: $0.plugin)
                })
        }
        registrar.provide(.localizer) { resolver in
            let configuration = try await resolver(.configuration)
            let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
            let language =
                configuration[languageSetting]
                ?? names.lazy.compactMap { configuration.environmentVariable($0) }
                .first { !$0.isEmpty }
            return Localizer(
                language: language ?? "en", timeZone: configuration.environmentVariable("TZ"))
        }
        registrar.contribute(.settings) { _ in [languageSetting, SessionHost.startSetting] }
    }
}

#if objectFormat(ELF)
    @section("tenon_plugins")
#elseif objectFormat(MachO)
    @section("__DATA,tenon_plugins")
#endif
@used
let userInterfaceRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: UserInterface.self) }
)
