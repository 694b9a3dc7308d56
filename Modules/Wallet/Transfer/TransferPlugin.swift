package import TenonCore
import TenonUI
import WalletVault

/// Import from files of other programs, and export to them.
package enum TransferPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.transfer", version: "1.0.0",
        summary: "Imports what other programs exported, and exports to them")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.prompts, .progress, .notices, .persister)
        registrar.provideTask(.importTask, using: .vault) { $0.locks() }
        registrar.provideTask(.exportTask, using: .vault) { $0.locks() }
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(
            .scenes, using: .vault, .archives, .gzip, .xml, .programs, .domains, .vaultMaintenance,
            .clock
        ) { vault, archives, gzip, xml, programs, domains, vaultMaintenance, clock in
            let tools = DocumentTools(
                archives: archives, gzip: gzip, xml: xml, programs: programs)
            let importer = Importer(
                vault: vault, domains: domains, tools: tools, clock: clock,
                maintenance: vaultMaintenance)
            let exporter = Exporter(
                vault: vault, tools: tools, clock: clock,
                notes: vaultMaintenance.draftNotes)
            return [try .importing(with: importer), try .exporting(with: exporter)]
        }
        registrar.contribute(.applicationActions) {
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
let transferPluginRecord: PluginRecord = (1, 0, { $0.store(TransferPlugin.self) })
