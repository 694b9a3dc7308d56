public import TenonCore

/// The plugin of this module: the router of all scenes, and the person's language.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum UserInterface: Plugin {
    /// What it provides and requires.
    public static let manifest = PluginManifest(
        name: "ui", version: "1.0.0",
        summary: "Leads from locations to scenes and speaks the person's language",
        provides: [.sceneRouter, .localizer, .appearance],
        contributes: [.settings, .translations, .translators],
        requires: [
            .scenes, .routePolicies, .coordinators, .applicationActions, .sessionObservers,
            .translations, .languages, .configuration, .application, .alerts, .confirmations,
            .prompts, .notices,
        ])

    /// Registers the router, the localizer and the settings.
    public static func register(in registrar: inout Registrar) {
        registrar.provide(.sceneRouter) { resolver in
            try Router(
                try await resolver.contributions(to: .scenes).map {
                    Router.Entry($0.value.pattern, $0.value, module: $0.plugin)
                })
        }
        registrar.provide(.appearance) { resolver in
            let configuration = try await resolver(.configuration)
            return Appearance(
                localizer: LocalizerMaker(configuration, adding: try await resolver(.languages))
                    .makeLocalizer(try await resolver(.translations)),
                scheme: configuration[Appearance.schemeSetting].flatMap(Theme.Scheme.init))
        }
        registrar.provide(.localizer) { try await $0(.appearance).localizer }
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.translators) { resolver in
            [
                LocalizerMaker(
                    try await resolver(.configuration), adding: try await resolver(.languages))
            ]
        }
        registrar.contribute(.settings) { resolver in
            let languages = Language.all(
                translations: try await resolver(.translations),
                added: try await resolver(.languages))
            return [
                LocalizerMaker.setting(for: languages), Appearance.schemeSetting,
                SessionHost.startSetting,
            ]
        }
    }
}

@section("tenon_plugins") @used
let userInterfaceRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: UserInterface.self) }
)
