import TenonCore
import WalletAgentMessages

/// The settings of the agent.
enum AgentSettings {
    /// How long a vault stays open without use, unless a client says otherwise.
    static let autoLock = Setting(
        "auto-lock", placeholder: "MINUTES",
        help: "Lock after this many minutes without use; 0 means never.",
        environmentVariable: "WALLET_AUTO_LOCK", defaultValue: "5")

    /// How long the agent stays when it has nothing to do.
    static let idle = Setting(
        "idle", placeholder: "MINUTES",
        help: "End after this many minutes with all locked and no requests; 0 means never.",
        environmentVariable: "WALLET_AGENT_IDLE", defaultValue: "5")

    /// A number of minutes; `nil` for 0.
    ///
    /// - Throws: `AgentError` when it is not one.
    static func minutes(_ setting: Setting, in configuration: Configuration) throws -> Duration? {
        let text = configuration[setting] ?? "5"
        guard let minutes = Int(text), (0...1_000_000).contains(minutes) else {
            throw AgentError.badSetting("--\(setting.name)", text)
        }
        return minutes == 0 ? nil : .seconds(minutes * 60)
    }
}
