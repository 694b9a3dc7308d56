package import TenonCore
import TenonUI
import WalletVault

/// Import from files of other programs, and export to them.
package enum TransferPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.transfer", version: "1.0.0",
        summary: "Imports what other programs exported, and exports to them",
        contributes: [.scenes, .applicationActions, .translations],
        requires: [
            .vault, .vaultMaintenance, .domains, .prompts, .progress, .notices, .clock, .archives,
            .gzip, .xml, .programs, .persister,
        ])

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.scenes) { resolver in
            let vault = try await resolver(.vault)
            let tools = DocumentTools(
                archives: try await resolver(.archives), gzip: try await resolver(.gzip),
                xml: try await resolver(.xml), programs: try await resolver(.programs))
            let importer = Importer(
                vault: vault, domains: try await resolver(.domains), tools: tools,
                maintenance: try await resolver(.vaultMaintenance))
            let exporter = Exporter(
                vault: vault, tools: tools, clock: try await resolver(.clock))
            return [try .importing(with: importer), try .exporting(with: exporter)]
        }
        registrar.contribute(.applicationActions) { _ in
            [
                ApplicationAction(
                    to: TransferRoute.import, TransferText.action, help: .actionHelp, shortcut: "i"),
                ApplicationAction(
                    to: TransferRoute.export, TransferText.exportAction, help: .exportActionHelp),
            ]
        }
    }
}

@section("tenon_plugins") @used
let transferPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: TransferPlugin.self) }
)
