/// An error between a client and the agent.
///
/// It is not an `ExplainedError`, since the smallest clients do without TenonCore; clients that use
/// TenonCore turn it into one.
package enum LinkError: Error, Equatable {
    /// There is no folder for the socket: neither `XDG_RUNTIME_DIR` nor `HOME` is set.
    case noPlace
    /// There is no home folder, and so no vault for the agent.
    case noHome
    /// The folder of the session that `XDG_RUNTIME_DIR` names is not there.
    case noSession(String)
    /// The folder for the socket cannot be made: its path, and the reason in the system's words.
    case noFolder(String, String)
    /// A folder or socket belongs to another user, or is open to others.
    case unsafePlace(String)
    /// The path of the socket is longer than what the system takes.
    case pathTooLong(String)
    /// No agent listens.
    case notRunning
    /// There is no executable `wallet-agent`.
    case noExecutable
    /// The agent was started, and did not begin to listen; with the file that has its messages.
    case startFailed(log: String)
    /// The process at the other end belongs to another user.
    case foreignPeer
    /// The other end closed the connection.
    case closed
    /// The other end did not go on in time, or gave no sign of life.
    case timedOut
    /// The agent made room for other clients, and has not read what was sent last.
    case dismissed
    /// The agent does not answer, and its process cannot even be killed.
    case cannotEnd(Int32)
    /// A frame is longer than what is allowed here.
    case tooLong
    /// A frame cannot be read.
    case malformed
    /// The agent refused.
    case refused(Refusal)

    /// What the agent said when it refused.
    package struct Refusal: Error, Equatable {
        /// The stable code, such as `vault.locked`.
        package let code: String
        /// What a process that ends because of it exits with.
        package let status: Int32
        /// What happened and what to do, in English.
        package let text: String
        /// The same for programs that speak other languages, and anything further.
        package let details: [UInt8]

        /// Makes a refusal.
        package init(code: String, status: Int32, text: String, details: [UInt8] = []) {
            self.code = code
            self.status = status
            self.text = text
            self.details = details
        }
    }
}

extension LinkError: CustomStringConvertible {
    /// What happened and what to do, in English.
    package var description: String {
        switch self {
        case .noPlace:
            "There is no place for the socket of wallet-agent. Set XDG_RUNTIME_DIR or HOME."
        case .noHome: "There is no home folder. Set HOME or WALLET_HOME to an absolute path."
        case .noSession(let path):
            """
            The folder \(path) that XDG_RUNTIME_DIR names does not exist. Log in again, or unset \
            XDG_RUNTIME_DIR.
            """
        case .noFolder(let path, let reason):
            "The folder \(path) for the socket of wallet-agent cannot be made: \(reason)."
        case .unsafePlace(let path):
            "\(path) belongs to another user, or is open to others. Remove it."
        case .pathTooLong(let path):
            "The path \(path) is too long for a socket. Set XDG_RUNTIME_DIR to a shorter one."
        case .notRunning: "wallet-agent does not run."
        case .noExecutable: "There is no wallet-agent beside this program or in PATH. Install it."
        case .startFailed(let log):
            "wallet-agent was started and does not answer. Look at \(log)."
        case .foreignPeer: "The socket of wallet-agent is served by another user's process."
        case .closed, .dismissed: "wallet-agent closed the connection. Try again."
        case .timedOut:
            "wallet-agent does not answer. End it with \"wallet agent stop\", and try again."
        case .cannotEnd(let process):
            "wallet-agent, process \(process), does not answer and cannot be ended."
        case .tooLong: "A message between this program and wallet-agent is too long."
        case .malformed:
            "wallet-agent sent what this program cannot read. Run \"wallet agent stop\"."
        case .refused(let refusal): refusal.text
        }
    }
}
