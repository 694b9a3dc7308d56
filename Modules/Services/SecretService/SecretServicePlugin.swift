import Glibc
import TenonCore

/// Registers the keyring of the desktop.
enum SecretServicePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.secrets", version: "1.0.0",
        summary: "Keeps secrets in the keyring of the desktop")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.secretKeepers, using: .configuration, .application) {
            configuration, application in
            [SecretService(application: application.name, isThere: hasBus(configuration))]
        }
    }

    private static func hasBus(_ configuration: Configuration) -> Bool {
        if configuration.environmentVariable("DBUS_SESSION_BUS_ADDRESS")?.isEmpty == false {
            return true
        }
        let folder = configuration.environmentVariable("XDG_RUNTIME_DIR")
        return folder.map { access("\($0)/bus", F_OK) == 0 } ?? false
    }
}

@section("tenon_plugins") @used
let secretServicePluginRecord: PluginRecord = (1, 0, { $0.store(SecretServicePlugin.self) })
