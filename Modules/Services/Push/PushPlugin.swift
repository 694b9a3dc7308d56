import TenonCore

/// Registers the socket by which messages come.
enum PushPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.push", version: "1.0.0",
        summary: "Push messages and links reach the running program")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.pushDeliveries, using: .configuration, .application) {
            configuration, application in
            guard let folder = UserPlaces(of: application, in: configuration).runtime else {
                return []
            }
            return [PushDelivery(folder: folder, executable: application.executable)]
        }
    }
}

@section("tenon_plugins") @used
let pushPluginRecord: PluginRecord = (1, 0, { $0.store(PushPlugin.self) })
