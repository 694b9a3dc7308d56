import TenonCore
import TenonNetworking
import WalletVault

/// Makes an executable the agent: what runs is a server for other programs of the person.
enum AgentPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.agent", version: "1.0.0",
        summary: "Holds the unlocked vault for all programs of a person")

    static func register(in registrar: inout Registrar) {
        registrar.require(
            .databases, .domains, .clock, .application, .configuration, .machineEvents,
            .networker, .programs)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(.frontEnd) { AgentFrontEnd() }
        registrar.declare(Configuration.autoLockSetting, AgentSettings.idle)
    }
}

@section("tenon_plugins") @used
let agentPluginRecord: PluginRecord = (1, 0, { $0.store(AgentPlugin.self) })
