package import TenonCore
import TenonUI
import WalletVault

/// Import of logins from files.
package enum TransferPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.transfer", version: "1.0.0",
        summary: "Imports logins that a browser exported",
        contributes: [.scenes, .applicationActions, .translations],
        requires: [.vault, .domains, .progress, .notices])

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.scenes) { resolver in
            let importer = Importer(
                vault: try await resolver(.vault), domains: try await resolver(.domains))
            return [try .importing(with: importer)]
        }
        registrar.contribute(.applicationActions) { _ in
            [
                ApplicationAction(effect: .open(TransferRoute.import)) { localizer in
                    Action(
                        id: "import", title: localizer(TransferText.action),
                        help: localizer(TransferText.actionHelp), scope: .application,
                        shortcut: "i")
                }
            ]
        }
    }
}

#if objectFormat(ELF)
    @section("tenon_plugins")
#elseif objectFormat(MachO)
    @section("__DATA,tenon_plugins")
#endif
@used
let transferPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: TransferPlugin.self) }
)
