import TenonCore
import WalletVault

/// Keeps the vault of this person in step with other machines.
enum SyncPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.sync", version: "1.0.0",
        summary: "Keeps the same vault on several machines, through a folder or a server")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(
            .sync, using: .vault, .clock, .application, .configuration, .databases
        ) { vault, clock, application, configuration, databases in
            if let syncing = vault as? any VaultSyncing { return syncing }
            guard let manager = vault as? VaultManager else { throw SyncError.unavailable }
            let places = try VaultPlaces(of: application, in: configuration)
            return VaultSync(
                manager, stateFolder: places.state, databases: databases, now: { clock.now() })
        }
    }
}

@section("tenon_plugins") @used
let syncPluginRecord: PluginRecord = (1, 0, { $0.store(SyncPlugin.self) })
