import TenonCore
import WalletVault

/// Lets a program work with the vault that the agent holds.
enum AgentClientPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.agent-client", version: "1.0.0",
        summary: "Works with the vault that wallet-agent holds, and starts it when needed",
        provides: [.vaultConnector], contributes: [.settings, .translations],
        requires: [.configuration, .application])

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { _ in [PackageResources.Translations_json] }
        registrar.contribute(.settings) { _ in [AgentConnector.setting] }
        registrar.provide(.vaultConnector) { resolver in
            AgentConnector(
                mode: try await resolver(.configuration)[AgentConnector.setting],
                client: try await resolver(.application).executable)
        }
    }
}

@section("tenon_plugins") @used
let agentClientPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: AgentClientPlugin.self) }
)
