import TenonCommandLine
import TenonCore
import WalletSyncServer

/// The commands of `wallet-sync`.
enum SyncCommandLinePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.sync-command-line", version: "1.0.0",
        summary: "Commands for whoever runs a sync server")

    static func register(in registrar: inout Registrar) {
        registrar.require(.databases, .registrationInvitations)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.commands) {
            [
                InviteCommand.self, InvitationsCommand.self, RevokeInvitationCommand.self,
                MigrateCommand.self,
            ]
        }
    }
}

@section("tenon_plugins") @used
let syncCommandLinePluginRecord: PluginRecord = (1, 0, { $0.store(SyncCommandLinePlugin.self) })
