import TenonCore

/// Migrates the databases at the addresses in its arguments, and prints how many steps it took.
struct Migrator: FrontEnd {
    func run(in container: Container) async throws -> ExitStatus {
        let steps =
            [["CREATE TABLE entry (k BIGINT)"]]
            + (0..<20).map { ["INSERT INTO entry VALUES (\($0))"] }
        for address in CommandLine.arguments.dropFirst() {
            let database = try container[.databases].open(
                path: address, options: DatabaseOptions(create: true))
            print(try DatabaseMigrations(of: "host", steps: steps).run(on: database))
        }
        return .success
    }
}

/// Registers the front end when this file is linked.
enum MigratorPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "sample.migrator", version: "1.0.0", summary: "Migrates databases")

    static func register(in registrar: inout Registrar) {
        registrar.require(.databases)
        registrar.provide(.frontEnd) { Migrator() }
    }
}

@section("tenon_plugins") @used
let migratorPluginRecord: PluginRecord = (1, 0, { $0.store(MigratorPlugin.self) })
