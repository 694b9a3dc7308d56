import Glibc
import TenonCore

/// Registers SQLite as the provider of database files, and of storage for the values of features.
enum SQLitePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.sqlite", version: "1.0.0",
        summary: "Database files and stored values, by SQLite")

    static let storage = Setting<String?>(
        "storage", placeholder: "FILE",
        help: "Keep what the application remembers, such as views, in this file.",
        environmentVariable: "TENON_STORAGE")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.databaseEngines) { [DatabaseEngine(SQLiteDatabases())] }
        registrar.provide(.databases, using: .databaseEngines) { DatabaseEngines($0) }
        registrar.provide(.persister, using: .configuration, .application) {
            configuration, application in
            return SQLitePersister {
                try configuration[storage].map(absolute)
                    ?? UserPlaces(of: application, in: configuration).dataFile("storage.db")
            }
        }
        registrar.declare(storage)
    }

    /// A path as it is meant from the current folder.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}

@section("tenon_plugins") @used
let sqlitePluginRecord: PluginRecord = (1, 0, { $0.store(SQLitePlugin.self) })
