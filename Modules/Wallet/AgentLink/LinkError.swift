/// What can go wrong between a client and the agent.
///
/// It is no `ExplainedError`, since the smallest clients do without TenonCore; whoever has it turns
/// this into one.
package enum LinkError: Error, Equatable {
    /// There is no folder for the socket: neither `XDG_RUNTIME_DIR` nor `HOME` is set.
    case noPlace
    /// A folder or socket belongs to somebody else, or is open to others.
    case unsafePlace(String)
    /// The path of the socket is longer than what the system takes.
    case pathTooLong(String)
    /// Nobody listens.
    case notRunning
    /// There is no executable `wallet-agent`.
    case noExecutable
    /// The agent was started, and did not begin to listen.
    case startFailed
    /// The process at the other end belongs to somebody else.
    case foreignPeer
    /// The other end closed the connection.
    case closed
    /// The other end did not go on in time.
    case timedOut
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
        case .unsafePlace(let path):
            "\(path) belongs to another user, or is open to others. Remove it."
        case .pathTooLong(let path):
            "The path \(path) is too long for a socket. Set XDG_RUNTIME_DIR to a shorter one."
        case .notRunning: "wallet-agent does not run."
        case .noExecutable: "There is no wallet-agent beside this program or in PATH. Install it."
        case .startFailed:
            "wallet-agent did not start. Look at agent.log in the folder for state of wallet."
        case .foreignPeer: "The socket of wallet-agent is served by another user's process."
        case .closed: "wallet-agent closed the connection. Try again."
        case .timedOut: "wallet-agent did not answer in time. Try again."
        case .tooLong: "A message between this program and wallet-agent is too long."
        case .malformed:
            "wallet-agent sent what this program cannot read. Run \"wallet agent stop\"."
        case .refused(let refusal): refusal.text
        }
    }
}
