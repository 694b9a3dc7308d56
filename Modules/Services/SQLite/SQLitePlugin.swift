import TenonCore

/// Registers SQLite as the provider of relational database files.
enum SQLitePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.sqlite", version: "1.0.0", summary: "Database files, by SQLite",
        provides: [.databases])

    static func register(in registrar: inout Registrar) {
        registrar.provide(.databases) { _ in SQLiteDatabases() }
    }
}

#if objectFormat(ELF)
    @section("tenon_plugins")
#elseif objectFormat(MachO)
    @section("__DATA,tenon_plugins")
#endif
@used
let sqlitePluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: SQLitePlugin.self) }
)
