import TenonCore

/// Registers Wallet as what keeps secrets of this application.
enum WalletSecretsPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.secrets", version: "1.0.0",
        summary: "Keeps secrets of an application in the vault of Wallet")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        // Before the keyring of the desktop: whoever runs its agent has chosen it.
        registrar.contribute(.secretKeepers, priority: 100, using: .application) { application in
            [AgentSecrets(application: application.name)]
        }
    }
}

@section("tenon_plugins") @used
let walletSecretsPluginRecord: PluginRecord = (1, 0, { $0.store(WalletSecretsPlugin.self) })
