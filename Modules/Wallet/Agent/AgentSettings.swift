import TenonCore

/// The settings of the agent.
enum AgentSettings {
    /// How long the agent stays when it has nothing to do.
    static let idle = Setting<Int>(
        "idle", placeholder: "MINUTES",
        help: "End after this many minutes with all locked and no requests; 0 means never.",
        environmentVariable: "WALLET_AGENT_IDLE", defaultValue: 5,
        range: 0...1_000_000)
}
