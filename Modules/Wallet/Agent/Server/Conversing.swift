import WalletAgentLink

/// What would be lost with a connection on which nothing happens.
enum Attachment: Sendable {
    /// Nothing: the client connects again when it needs something.
    case nothing
    /// A part of a batch that is not written yet.
    case steps
    /// The news that the client waits for.
    case news
}

/// Begins conversations with clients.
protocol ConversationMaking: Sendable {
    /// Begins a conversation with a client that has introduced itself.
    ///
    /// - Parameters:
    ///   - vault: The path of the vault that the client means; empty for the default.
    ///   - outlet: Sends frames to the client.
    /// - Throws: An error that is sent to the client.
    func makeConversation(about vault: String, outlet: Outlet) async throws -> any Conversing

    /// A client wants the agent to end.
    func stop()

    /// The form in which a client gets an error.
    func refusal(_ error: any Error) -> LinkError.Refusal
}

/// One client's requests, one after the other.
protocol Conversing: AnyObject, Sendable {
    /// What would be lost with the connection between two requests.
    var attachment: Attachment { get }

    /// Answers a request.
    ///
    /// - Throws: An error that is sent to the client; a `LinkError` then ends the connection.
    func answer(_ request: sending Frame) async throws -> sending Frame?

    /// The connection has ended, from either side.
    func end() async
}
