import TenonCore
import WalletVault

/// Lets a program work with the vault that the agent holds.
enum AgentClientPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.agent-client", version: "1.0.0",
        summary: "Works with the vault that wallet-agent holds, and starts it when needed")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.declare(AgentConnector.setting)
        registrar.provide(.vaultConnector, using: .configuration, .application) {
            configuration, application in
            AgentConnector(
                mode: try configuration[AgentConnector.setting], client: application.executable)
        }
    }
}

@section("tenon_plugins") @used
let agentClientPluginRecord: PluginRecord = (1, 0, { $0.store(AgentClientPlugin.self) })
