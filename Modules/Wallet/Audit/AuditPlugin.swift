package import TenonCore
import TenonUI
import WalletVault

/// The audit of a vault.
package enum AuditPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.audit", version: "1.0.0",
        summary:
            "Finds weak, reused, old and known passwords, items that may be the same, expired cards"
    )

    package static func register(in registrar: inout Registrar) {
        registrar.require(.progress, .notices)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.itemHealth, using: .vault, .clock) { HealthWatch(of: $0, clock: $1) }
        registrar.contribute(.scenes, using: .vault, .clock) { vault, clock in
            [try .audit(vault: vault, clock: clock)]
        }
        registrar.contribute(.scenes, using: .vault, .itemHealth, .clock) { vault, health, clock in
            guard let health else { return [] }
            return [
                try .duplicates(vault: vault, health: health),
                try .duplicateGroup(vault: vault, health: health, clock: clock),
            ]
        }
        registrar.contribute(.destinations) {
            [
                ApplicationDestination(
                    to: AuditRoute.audit, AuditText.title, help: .placeHelp, icon: .health,
                    in: .tools, shortcut: "h"),
                ApplicationDestination(
                    to: DuplicateGroup.list, AuditText.duplicates, help: .duplicatesHelp,
                    icon: .copy, in: .tools),
            ]
        }
    }
}

@section("tenon_plugins") @used
let auditPluginRecord: PluginRecord = (1, 0, { $0.store(AuditPlugin.self) })
