package import TenonCore
package import WalletAgentLink

extension ErrorCode {
    /// The agent does not run and cannot be started, or its place is not safe.
    package static let agentUnavailable = ErrorCode("agent.unavailable", .unavailable)
    /// The connection to the agent broke in the middle of a request.
    package static let agentLost = ErrorCode("agent.lost", .tryLater)
    /// The agent and this program do not understand each other.
    package static let agentMalformed = ErrorCode("agent.malformed", .unavailable)
    /// The vault of a client is not an absolute path.
    package static let agentBadPath = ErrorCode("agent.bad-path", .usage)
    /// The agent does not answer.
    package static let agentSilent = ErrorCode("agent.silent", .tryLater)
    /// The agent has no room at this moment.
    package static let agentFull = ErrorCode("agent.full", .tryLater)
    /// A client requests more than the agent allows.
    package static let agentTooMuch = ErrorCode("agent.too-much", .badData)
}

/// An error between a program and the agent.
package struct AgentError: ExplainedError, Equatable {
    /// The stable code.
    package let code: ErrorCode
    /// What happened.
    package let message: Sentence
    /// What the person can do.
    package let remedy: Sentence

    /// Makes an error.
    package init(code: ErrorCode, message: Sentence, remedy: Sentence) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// Makes the error for a failed connection.
    package init(_ error: LinkError) {
        switch error {
        case .noPlace:
            self = AgentError(
                code: .agentUnavailable, message: "There is no place for the agent's socket.",
                remedy: "Set XDG_RUNTIME_DIR or HOME.")
        case .noSession(let path):
            self = AgentError(
                code: .agentUnavailable,
                message: "The folder \(path) that XDG_RUNTIME_DIR names does not exist.",
                remedy: "Log in again, or unset XDG_RUNTIME_DIR.")
        case .noFolder(let path, let reason):
            self = AgentError(
                code: .agentUnavailable,
                message: "The folder \(path) for the agent's socket cannot be made: \(reason).",
                remedy: "Set XDG_RUNTIME_DIR to a folder of yours, or set WALLET_AGENT=off.")
        case .unsafePlace(let path):
            self = AgentError(
                code: .agentUnavailable,
                message: "\(path) belongs to another user, or is open to others.",
                remedy: "Remove it, or set its mode to 0700 (0600 for a socket).")
        case .pathTooLong(let path):
            self = AgentError(
                code: .agentUnavailable, message: "The path \(path) is too long for a socket.",
                remedy: "Set XDG_RUNTIME_DIR to a shorter one.")
        case .notRunning:
            self = AgentError(
                code: .agentUnavailable, message: "The agent is not running.",
                remedy: "It starts when the vault is unlocked.")
        case .startFailed(let log):
            self = AgentError(
                code: .agentUnavailable,
                message: "The agent was started but does not answer.",
                remedy: "Look at \(log), or go without the agent: set WALLET_AGENT=off.")
        case .noHome:
            self = AgentError(
                code: .agentUnavailable, message: "There is no home folder for the agent.",
                remedy: "Set HOME or WALLET_HOME to an absolute path.")
        case .noExecutable:
            self = AgentError(
                code: .agentUnavailable, message: "The executable wallet-agent is missing.",
                remedy: "Install it beside this program, or set WALLET_AGENT=off.")
        case .foreignPeer:
            self = AgentError(
                code: .agentUnavailable,
                message: "Another user's process answers in place of the agent.",
                remedy: "Find out who created the socket, and remove it.")
        case .timedOut:
            self = AgentError(
                code: .agentSilent, message: "The agent does not answer.",
                remedy: "End it with \"wallet agent stop\", and try again.")
        case .cannotEnd(let process):
            self = AgentError(
                code: .agentSilent,
                message: "The agent, process \(process), does not answer and cannot be ended.",
                remedy: "Restart the machine, if the vault has to be locked.")
        case .closed, .dismissed:
            self = AgentError(
                code: .agentLost, message: "The agent has ended the connection.",
                remedy: "Try again; check whether the last change was made.")
        case .tooLong:
            self = AgentError(
                code: .agentTooMuch, message: "The request is too large for the agent.",
                remedy: "Request less, or set WALLET_AGENT=off.")
        case .malformed:
            self = AgentError(
                code: .agentMalformed,
                message: "The agent and this program do not understand each other.",
                remedy: "End the agent with \"wallet agent stop\", and try again.")
        case .refused(let refusal):
            self = AgentError(
                code: ErrorCode(refusal.code, ExitStatus(rawValue: refusal.status) ?? .failure),
                message: Sentence(verbatim: refusal.text), remedy: "")
        }
    }

    /// A path that is not absolute.
    package static func badPath(_ path: String) -> AgentError {
        AgentError(
            code: .agentBadPath, message: "\"\(path)\" is not an absolute path of a vault.",
            remedy: "Give a path that begins with a slash.")
    }

    /// More steps than the agent keeps for a client.
    package static var tooManySteps: AgentError {
        AgentError(
            code: .agentTooMuch, message: "There are too many changes at once for the agent.",
            remedy: "Make them in several parts, or set WALLET_AGENT=off.")
    }

    /// Steps for which there is no room beside those of other clients.
    package static var stepsElsewhere: AgentError {
        AgentError(
            code: .agentFull,
            message: "The agent holds changes of other programs, and has no room for more.",
            remedy: "Try again when they are written.")
    }
}
