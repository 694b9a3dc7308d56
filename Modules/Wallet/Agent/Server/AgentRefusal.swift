import TenonCore
import WalletAgentLink

/// The agent's refusals of clients that it does not serve.
enum AgentRefusal {
    private static let failure = ExitStatus.unavailable.rawValue

    /// A client of another version.
    static func otherVersion(_ version: UInt32) -> LinkError.Refusal {
        LinkError.Refusal(
            code: "agent.other-version", status: failure,
            text: """
                The wallet-agent that runs is of another version (\(AgentLink.version)) than this \
                program (\(version)). End it with "wallet agent stop", and try again.
                """)
    }

    /// A client that sends what cannot be read.
    static let malformed = LinkError.Refusal(
        code: "agent.malformed", status: failure,
        text: "wallet-agent cannot read what this program sent. Run \"wallet agent stop\".")
}
