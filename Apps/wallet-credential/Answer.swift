import TenonMemory
import WalletAgentLink

/// What the agent answered.
struct Answer {
    /// Answers that the vault is locked, and that the request may be repeated once it is unlocked.
    private static let lockedStatus: Int32 = 77

    /// The exit status.
    let status: Int32
    /// The message for the person.
    let text: String
    /// What goes to standard output, in memory that is wiped.
    let output: SecretBuffer

    /// The longest wait for an answer, in milliseconds: a change may have to wait for other programs.
    private static let patience: Int64 = 15_000
    /// The longest wait while the person is asked, in milliseconds.
    private static let patienceWithPerson: Int64 = 300_000

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter places: Where the person is asked for the passphrase when the vault is locked; `nil`
    ///   asks nobody.
    init(
        _ link: AgentLink, _ family: CredentialExchange.Family, _ verb: String,
        _ input: UnsafeRawBufferPointer, askingAt places: [String]? = nil
    ) throws(LinkError) {
        try link.send(
            CredentialExchange.request(
                family, verb: verb, surroundings: places ?? Surroundings().all,
                mayAsk: places != nil, input: input))
        let limit = places == nil ? Self.patience : Self.patienceWithPerson
        let output = SecretBuffer()
        var (status, text): (Int32, String) = (0, "")
        try CredentialExchange.readAnswer(try link.receive(within: limit)) { bytes, code, words in
            output.append(bytes)
            (status, text) = (code, words)
        }
        (self.status, self.text, self.output) = (status, text, output)
    }

    /// Whether the vault has to be unlocked first.
    var isLocked: Bool { status == Self.lockedStatus }
}
