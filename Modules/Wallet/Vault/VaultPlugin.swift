package import TenonCore
import TenonSecurity

/// The vault of this person.
enum VaultPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.vault", version: "1.0.0",
        summary: "Keeps items encrypted in one file",
        provides: [.vault, .vaultMaintenance], contributes: [.settings, .translations],
        requires: [
            .databases, .domains, .clock, .application, .configuration, .vaultConnector,
        ])

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.provide(.vault) { resolver in
            // Before any key exists: no core dumps, no other process may read this one's memory.
            ProcessHardening.apply()
            let clock = try await resolver(.clock)
            let places = try VaultPlaces(
                of: try await resolver(.application), in: try await resolver(.configuration))
            let file = VaultManager(
                path: places.vault, stateDirectory: places.state,
                databases: try await resolver(.databases), domains: try await resolver(.domains),
                now: { clock.now() })
            return try await resolver(.vaultConnector)?.connect(to: file) ?? file
        }
        registrar.provide(.vaultMaintenance) { resolver in
            let clock = try await resolver(.clock)
            let places = try VaultPlaces(
                of: try await resolver(.application), in: try await resolver(.configuration))
            let maintenance = VaultMaintenance(
                path: places.vault, stateDirectory: places.state,
                backupFolder: "\(places.state)/backups",
                databases: try await resolver(.databases), domains: try await resolver(.domains),
                now: { clock.now() })
            maintenance.removeLeftovers()
            return maintenance
        }
        registrar.contribute(.settings) { _ in [VaultPlaces.vaultSetting] }
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
let vaultPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: VaultPlugin.self) }
)
