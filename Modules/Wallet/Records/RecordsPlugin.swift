package import TenonCore
import TenonUI
import WalletItems

/// What identities, bank accounts, Wi-Fi networks, software licences and SSH keys look like.
package enum RecordsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.records", version: "1.0.0",
        summary: "Shows, edits and copies identities, accounts, networks, licences and keys")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.itemKinds, priority: 5) { RecordPresentation.all }
    }
}

@section("tenon_plugins") @used
let recordsPluginRecord: PluginRecord = (1, 0, { $0.store(RecordsPlugin.self) })
