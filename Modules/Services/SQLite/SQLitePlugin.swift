import Glibc
import TenonCore

/// Registers SQLite as the provider of database files, and of storage for the values of features.
enum SQLitePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.sqlite", version: "1.0.0",
        summary: "Database files and stored values, by SQLite",
        provides: [.databases, .persister], contributes: [.settings, .translations],
        requires: [.application, .configuration])

    static let storage = Setting(
        "storage", placeholder: "FILE",
        help: "Keep what the application remembers, such as views, in this file.",
        environmentVariable: "TENON_STORAGE")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.provide(.databases) { _ in SQLiteDatabases() }
        registrar.provide(.persister) { resolver in
            let configuration = try await resolver(.configuration)
            let application = try await resolver(.application)
            return SQLitePersister {
                try configuration[storage].map(absolute)
                    ?? UserPlaces(of: application, in: configuration).dataFile("storage.db")
            }
        }
        registrar.contribute(.settings) { _ in [storage] }
    }

    /// A path as it is meant from the current folder.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}

@section("tenon_plugins") @used
let sqlitePluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: SQLitePlugin.self) }
)
