package import TenonMemory

/// What the agent answered to a request of a credential protocol.
package struct AgentAnswer {
    /// Answers that the vault is locked, and that the request may be repeated once it is unlocked.
    private static let lockedStatus: Int32 = 77
    /// The longest wait for an answer, in milliseconds: a change may have to wait for other programs.
    private static let patience = 15_000 * Int64(Patience.factor)
    /// The longest wait while the person is asked, in milliseconds.
    private static let patienceWithPerson: Int64 = 300_000

    /// The exit status.
    package let status: Int32
    /// The message for the person.
    package let text: String
    /// What goes to standard output, in memory that is wiped.
    package let output: SecretBuffer

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - link: The connection.
    ///   - family: Whose protocol it is.
    ///   - verb: What is to be done, in the words of the protocol.
    ///   - input: What the program has to say.
    ///   - surroundings: How the person can be asked.
    ///   - mayAsk: Whether the person is asked there for the passphrase when the vault is locked.
    /// - Throws: What ``AgentLink/receive(within:)`` throws.
    package init(
        _ link: AgentLink, _ family: CredentialExchange.Family, _ verb: String,
        _ input: UnsafeRawBufferPointer, surroundings: [String], mayAsk: Bool = false
    ) throws(LinkError) {
        try link.send(
            CredentialExchange.request(
                family, verb: verb, surroundings: surroundings, mayAsk: mayAsk, input: input))
        let limit = mayAsk ? Self.patienceWithPerson : Self.patience
        let output = SecretBuffer()
        var (status, text): (Int32, String) = (0, "")
        try CredentialExchange.readAnswer(try link.receive(within: limit)) { bytes, code, words in
            output.append(bytes)
            (status, text) = (code, words)
        }
        (self.status, self.text, self.output) = (status, text, output)
    }

    /// Whether the vault has to be unlocked first.
    package var isLocked: Bool { status == Self.lockedStatus }
}
