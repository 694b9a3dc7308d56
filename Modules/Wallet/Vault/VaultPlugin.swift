package import TenonCore
import TenonSecurity

/// The vault of this person.
enum VaultPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.vault", version: "1.0.0",
        summary: "Keeps items encrypted in one file")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(
            .vault, using: .clock, .application, .configuration, .databases, .domains,
            .vaultConnector
        ) { clock, application, configuration, databases, domains, vaultConnector in
            // Before any key exists: no core dumps, no other process may read this one's memory.
            ProcessHardening.apply()
            let places = try VaultPlaces(
                of: application, in: configuration)
            let file = VaultManager(
                path: places.vault, stateDirectory: places.state,
                databases: databases, domains: domains,
                now: { clock.now() })
            return try await vaultConnector?.connect(to: file) ?? file
        }
        registrar.provide(
            .vaultMaintenance, using: .clock, .application, .configuration, .databases, .domains
        ) { clock, application, configuration, databases, domains in
            let places = try VaultPlaces(
                of: application, in: configuration)
            let maintenance = VaultMaintenance(
                path: places.vault, stateDirectory: places.state,
                backupFolder: "\(places.state)/backups",
                databases: databases, domains: domains,
                now: { clock.now() })
            maintenance.removeLeftovers()
            return maintenance
        }
        registrar.declare(VaultPlaces.vaultSetting)
    }
}

extension AnyPort {
    /// The vault of this person.
    package static let vault = Port<any Vault>("vault", providers: ["WalletVault"])
    /// What finds the vault in another process.
    package static let vaultConnector = OptionalPort<any VaultConnecting>(
        "vaultConnector", providers: ["WalletAgentClient"])
}

@section("tenon_plugins") @used
let vaultPluginRecord: PluginRecord = (1, 0, { $0.store(VaultPlugin.self) })
