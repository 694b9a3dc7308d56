import TenonCore
import TenonNetworking

/// Lets a server keep what machines leave for each other.
enum SyncServerPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.sync-server", version: "1.0.0",
        summary: "Keeps sealed changes of vaults for the machines that they belong to")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.declare(
            SyncServerSettings.databaseAddress, SyncServerSettings.registration,
            SyncServerSettings.vaults, SyncServerSettings.vaultsPerAddress,
            SyncServerSettings.vaultMegabytes, SyncServerSettings.perMinute)
        registrar.provide(.syncStore, using: .databases, .configuration, .application) {
            databases, configuration, application in
            let settings = try SyncServerSettings(configuration, of: application)
            return SyncStore(databases, address: try settings.address(for: databases))
        }
        registrar.provide(.registrationInvitations, using: .syncStore, .clock) { store, clock in
            RegistrationInvitations(store, clock)
        }
        registrar.provide(.vaultWatch, using: .syncStore) { VaultWatch($0) }
        registrar.contribute(.servedParts, using: .syncStore, .vaultWatch, .clock) {
            store, watch, clock in
            let cleaner = NonceCleaner(store, clock)
            return [
                ServedPart {
                    try store.open()
                } stop: {
                    store.close()
                },
                ServedPart {
                    watch.start()
                } stop: {
                    watch.stop()
                },
                ServedPart {
                    cleaner.start()
                } stop: {
                    cleaner.stop()
                },
            ]
        }
        registrar.contribute(.readinessChecks, using: .syncStore, .clock) { store, clock in
            let check = DatabaseCheck(store, clock)
            return [ReadinessCheck("database") { try await check.run() }]
        }
        registrar.contribute(
            .endpoints, using: .syncStore, .vaultWatch, .clock, .configuration, .application
        ) { store, watch, clock, configuration, application in
            let settings = try SyncServerSettings(configuration, of: application)
            let now = { @Sendable in clock.now() }
            let newVaults = NewVaultGate(perDay: settings.newVaultsPerDay, now: now)
            let service = SyncService(
                store, watch, newVaults, policy: settings.policy, now: now)
            let gate = SignatureGate(requestsPerMinute: settings.requestsPerMinute, now: now)
            return SyncEndpoints(service: service, gate: gate).all
        }
    }
}

extension AnyPort {
    /// The database; it is open while the server runs.
    static let syncStore = Port<SyncStore>("syncStore", providers: ["WalletSyncServer"])
    /// Tells waiting machines of changes.
    static let vaultWatch = Port<VaultWatch>("vaultWatch", providers: ["WalletSyncServer"])
}

@section("tenon_plugins") @used
let syncServerPluginRecord: PluginRecord = (1, 0, { $0.store(SyncServerPlugin.self) })
