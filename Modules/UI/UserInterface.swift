public import TenonCore

/// The plugin of this module: the router of all scenes, and the person's language.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum UserInterface: Plugin {
    /// What it provides and requires.
    public static let manifest = PluginManifest(
        name: "ui", version: "1.0.0",
        summary: "Leads from locations to scenes and speaks the person's language")

    /// Registers the router, the localizer and the settings.
    public static func register(in registrar: inout Registrar) {
        registrar.require(
            .routePolicies, .coordinators, .applicationActions, .destinations, .sessionObservers,
            .application, .alerts, .confirmations, .prompts, .notices)
        registrar.provide(.sceneRouter, gathering: .scenes) { scenes in
            try Router(
                scenes.map { Router.Entry($0.value.pattern, $0.value, module: $0.plugin) })
        }
        registrar.provide(.appearance, using: .configuration, .translations, .languages, .brand) {
            configuration, translations, languages, brand in
            Appearance(
                localizer: LocalizerMaker(configuration, adding: languages)
                    .makeLocalizer(translations),
                scheme: try configuration[Appearance.schemeSetting],
                brand: brand ?? .standard)
        }
        registrar.provide(.localizer, using: .appearance) { $0.localizer }
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.translators, using: .configuration, .languages) {
            [LocalizerMaker($0, adding: $1)]
        }
        registrar.contribute(.settings, using: .translations, .languages) {
            [
                LocalizerMaker.setting(for: Language.all(translations: $0, added: $1)).declaration
            ]
        }
        registrar.declare(Appearance.schemeSetting, SessionHost.startSetting)
    }
}

#if objectFormat(MachO)
    @section("__DATA,tenon_plugins") @used
#else
    @section("tenon_plugins") @used
#endif
let userInterfaceRecord: PluginRecord = (1, 0, { $0.store(UserInterface.self) })
