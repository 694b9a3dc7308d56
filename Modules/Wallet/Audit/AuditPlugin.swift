package import TenonCore
import TenonUI
import WalletVault

/// The audit of a vault.
package enum AuditPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.audit", version: "1.0.0",
        summary: "Finds weak, reused, old and known passwords, copies and expired cards",
        contributes: [.scenes, .applicationActions, .translations],
        requires: [.vault, .clock, .progress])

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.scenes) { resolver in
            [
                try .audit(
                    vault: try await resolver(.vault), clock: try await resolver(.clock))
            ]
        }
        registrar.contribute(.applicationActions) { _ in
            [
                ApplicationAction(
                    to: AuditRoute.audit, AuditText.action, help: .actionHelp, shortcut: "h")
            ]
        }
    }
}

@section("tenon_plugins") @used
let auditPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: AuditPlugin.self) }
)
