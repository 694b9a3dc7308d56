package import TenonCore
import TenonUI
import WalletAccess
import WalletSync
import WalletVault

/// The screens of synchronising, and how the vault stands, in the frame of every front end.
package enum SyncScreensPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.sync-screens", version: "1.0.0",
        summary: "Shows how the vault stands with other machines, and sets that up")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices, .prompts, .confirmations)
        registrar.provide(.syncWatch, using: .sync, .clock) { SyncWatch($0, clock: $1) }
        registrar.contribute(
            .scenes, using: AnyPort.syncWatch, .vault, .clock, .clipboard
        ) { watch, vault, clock, clipboard in
            [
                try .sync(watch), try .setUpSync(watch), try .syncDevices(watch),
                try .syncConflicts(watch, vault),
                try .syncConflict(watch, vault, clipboard, clock),
                try .syncInvitation(watch, vault, clipboard, clock),
                try .syncSheet(watch, vault, clipboard, clock),
                try .joinSync(watch, at: SyncRoute.join),
                try .joinSync(watch, at: SyncRoute.newcomer),
                try .recoverSync(watch, at: SyncRoute.recover),
                try .recoverSync(watch, at: SyncRoute.recovery),
            ]
        }
        registrar.contribute(.coordinators) { [SyncCoordinator()] }
        registrar.contribute(.welcomeLinks) {
            [
                FeatureLink(to: SyncRoute.newcomer, SyncText.joinAction),
                FeatureLink(to: SyncRoute.recovery, SyncText.recoverAction),
            ]
        }
        registrar.contribute(.destinations, using: AnyPort.syncWatch) { watch in
            [
                ApplicationDestination(
                    to: SyncRoute.sync, SyncText.title, help: .help, icon: .sync,
                    in: .application, shortcut: "y",
                    badge: { watch.status?.badge($0, now: watch.now) }, changes: watch.changes)
            ]
        }
    }
}

extension AnyPort {
    static let syncWatch = Port<SyncWatch>("syncWatch", providers: ["WalletSyncScreens"])
}

@section("tenon_plugins") @used
let syncScreensPluginRecord: PluginRecord = (1, 0, { $0.store(SyncScreensPlugin.self) })
