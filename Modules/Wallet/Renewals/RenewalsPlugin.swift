package import TenonCore
import TenonUI
import WalletVault

/// The plugin of this feature: a scene, and a destination.
package enum RenewalsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.renewals", version: "1.0.0", summary: "Shows which cards run out when")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes, using: .vault, .clock) { vault, clock in
            [try .renewals(vault: vault, clock: clock)]
        }
        registrar.contribute(.destinations) {
            [
                ApplicationDestination(
                    to: RenewalsRoute.renewals, RenewalsText.title, help: .help, icon: .calendar,
                    in: .tools)
            ]
        }
    }
}

@section("tenon_plugins") @used
let renewalsPluginRecord: PluginRecord = (1, 0, { $0.store(RenewalsPlugin.self) })
