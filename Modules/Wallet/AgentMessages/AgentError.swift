package import TenonCore
package import WalletAgentLink

extension ErrorCode {
    /// The agent does not run and cannot be started, or its place is not safe.
    package static let agentUnavailable = ErrorCode("agent.unavailable", .unavailable)
    /// The connection to the agent broke in the middle of a request.
    static let agentLost = ErrorCode("agent.lost", .tryLater)
    /// The agent and this program do not understand each other.
    static let agentMalformed = ErrorCode("agent.malformed", .unavailable)
    /// The vault of a client is not an absolute path.
    static let agentBadPath = ErrorCode("agent.bad-path", .usage)
    /// The agent does not answer.
    package static let agentSilent = ErrorCode("agent.silent", .tryLater)
    /// The agent has no room at this moment.
    static let agentFull = ErrorCode("agent.full", .tryLater)
    /// A client requests more than the agent allows.
    static let agentTooMuch = ErrorCode("agent.too-much", .badData)
}

/// An error between a program and the agent.
package typealias AgentError = ModuleError<AgentErrors>

/// Tells ``AgentError`` apart from the errors of other modules.
package enum AgentErrors {}

extension AgentError {
    /// Makes the error for a failed connection.
    package init(_ error: LinkError) {
        switch error {
        case .noPlace:
            self = AgentError(
                .agentUnavailable, "There is no place for the agent's socket.",
                remedy: "Set XDG_RUNTIME_DIR or HOME.")
        case .noSession(let path):
            self = AgentError(
                .agentUnavailable, "The folder \(path) that XDG_RUNTIME_DIR names does not exist.",
                remedy: "Log in again, or unset XDG_RUNTIME_DIR.")
        case .noFolder(let path, let reason):
            self = AgentError(
                .agentUnavailable,
                "The folder \(path) for the agent's socket cannot be made: \(reason).",
                remedy: "Set XDG_RUNTIME_DIR to a folder of yours, or set WALLET_AGENT=off.")
        case .unsafePlace(let path):
            self = AgentError(
                .agentUnavailable, "\(path) belongs to another user, or is open to others.",
                remedy: "Remove it, or set its mode to 0700 (0600 for a socket).")
        case .pathTooLong(let path):
            self = AgentError(
                .agentUnavailable, "The path \(path) is too long for a socket.",
                remedy: "Set XDG_RUNTIME_DIR to a shorter one.")
        case .notRunning:
            self = AgentError(
                .agentUnavailable, "The agent is not running.",
                remedy: "It starts when the vault is unlocked.")
        case .startFailed(let log):
            self = AgentError(
                .agentUnavailable, "The agent was started but does not answer.",
                remedy: "Look at \(log), or go without the agent: set WALLET_AGENT=off.")
        case .noHome:
            self = AgentError(
                .agentUnavailable, "There is no home folder for the agent.",
                remedy: "Set HOME or WALLET_HOME to an absolute path.")
        case .noExecutable:
            self = AgentError(
                .agentUnavailable, "The executable wallet-agent is missing.",
                remedy: "Install it beside this program, or set WALLET_AGENT=off.")
        case .foreignPeer:
            self = AgentError(
                .agentUnavailable, "Another user's process answers in place of the agent.",
                remedy: "Find out who created the socket, and remove it.")
        case .timedOut:
            self = AgentError(
                .agentSilent, "The agent does not answer.",
                remedy: "End it with \"wallet agent stop\", and try again.")
        case .cannotEnd(let process):
            self = AgentError(
                .agentSilent, "The agent, process \(process), does not answer and cannot be ended.",
                remedy: "Restart the machine, if the vault has to be locked.")
        case .closed, .dismissed:
            self = AgentError(
                .agentLost, "The agent has ended the connection.",
                remedy: "Try again; check whether the last change was made.")
        case .tooLong:
            self = AgentError(
                .agentTooMuch, "The request is too large for the agent.",
                remedy: "Request less, or set WALLET_AGENT=off.")
        case .malformed:
            self = AgentError(
                .agentMalformed, "The agent and this program do not understand each other.",
                remedy: "End the agent with \"wallet agent stop\", and try again.")
        case .refused(let refusal):
            self = AgentError(
                ErrorCode(refusal.code, ExitStatus(rawValue: refusal.status) ?? .failure),
                Sentence(verbatim: refusal.text))
        }
    }

    /// A path that is not absolute.
    package static func badPath(_ path: String) -> AgentError {
        AgentError(
            .agentBadPath, "\"\(path)\" is not an absolute path of a vault.",
            remedy: "Give a path that begins with a slash.")
    }

    /// More steps than the agent keeps for a client.
    package static var tooManySteps: AgentError {
        AgentError(
            .agentTooMuch, "There are too many changes at once for the agent.",
            remedy: "Make them in several parts, or set WALLET_AGENT=off.")
    }

    /// Steps for which there is no room beside those of other clients.
    package static var stepsElsewhere: AgentError {
        AgentError(
            .agentFull, "The agent holds changes of other programs, and has no room for more.",
            remedy: "Try again when they are written.")
    }
}
