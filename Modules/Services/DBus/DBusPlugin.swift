import TenonCore

/// Registers the services of the system's message bus.
enum DBusPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.dbus", version: "1.0.0",
        summary: "Notices that the machine sleeps, and that the session is locked")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.machineEvents, using: .configuration, .application) {
            configuration, application in
            return LogindWatch(
                address: configuration.environmentVariable("DBUS_SYSTEM_BUS_ADDRESS")
                    ?? LogindWatch.systemBus,
                application: application.name)
        }
    }
}

@section("tenon_plugins") @used
let dbusPluginRecord: PluginRecord = (1, 0, { $0.store(DBusPlugin.self) })
