package import TenonCore
import TenonUI
import WalletVault

/// The audit of a vault.
package enum AuditPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.audit", version: "1.0.0",
        summary: "Finds weak, reused, old and known passwords, copies and expired cards")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.progress)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.scenes, using: .vault, .clock) { vault, clock in
            [try .audit(vault: vault, clock: clock)]
        }
        registrar.contribute(.destinations) {
            [
                ApplicationDestination(
                    to: AuditRoute.audit, AuditText.title, help: .placeHelp, icon: .health,
                    in: .tools, shortcut: "h")
            ]
        }
    }
}

@section("tenon_plugins") @used
let auditPluginRecord: PluginRecord = (1, 0, { $0.store(AuditPlugin.self) })
