import TenonCore

/// Registers PostgreSQL as an engine for databases, beside the one for files if that is linked.
enum PostgreSQLPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "service.postgresql", version: "1.0.0",
        summary: "Databases of servers, by PostgreSQL")

    static let connections = Setting<Int>(
        "postgresql-connections", placeholder: "N",
        help: "Make at most this many connections to a PostgreSQL server.",
        environmentVariable: "TENON_POSTGRESQL_CONNECTIONS",
        defaultValue: PostgreSQLLimits().connections, range: 1...1000)

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.declare(connections)
        registrar.contribute(.databaseEngines, using: .configuration) { configuration in
            let limits = PostgreSQLLimits(connections: try configuration[connections])
            let databases = PostgreSQLDatabases(limits)
            return [DatabaseEngine(schemes: PostgreSQLAddress.schemes, databases)]
        }
        registrar.provide(.databases, overriding: true, using: .databaseEngines) {
            DatabaseEngines($0)
        }
    }
}

@section("tenon_plugins") @used
let postgreSQLPluginRecord: PluginRecord = (1, 0, { $0.store(PostgreSQLPlugin.self) })
