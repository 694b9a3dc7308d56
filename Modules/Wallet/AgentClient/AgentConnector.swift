import TenonCore
import WalletAgentLink
import WalletAgentMessages
import WalletVault

/// Decides whether this program works with the agent.
struct AgentConnector: VaultConnecting {
    /// Whether to work with the agent.
    enum Mode: String, CaseIterable, SettingValue {
        case on, off
    }

    /// Whether to work with the agent; by default when there is one.
    static let setting = Setting<Mode?>(
        "agent", placeholder: "MODE",
        help: "Let wallet-agent hold the vault (on), or open it in this process (off).",
        environmentVariable: "WALLET_AGENT")

    let mode: Mode?
    let client: String

    func connect(to file: any Vault) async throws -> (any Vault)? {
        guard mode != .off else { return nil }
        guard AgentStarter.isPossible || isRunning else {
            if mode == .on { throw AgentError(.noExecutable) }
            return nil
        }
        let vault = AgentVault(of: file, client: client)
        await vault.glance()
        return vault
    }

    private var isRunning: Bool {
        guard let place = try? AgentPlace() else { return false }
        return AgentHolder(at: place) != nil || (try? place.connect(within: 0)) != nil
    }
}
