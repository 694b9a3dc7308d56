import WalletAgentLink

/// What a client says first.
struct Introduction: Sendable, Equatable {
    /// The name of the program.
    let client: String
    /// The path of the vault that it means; empty for the default.
    let vault: String
}

/// Begins conversations with clients.
protocol ConversationMaking: Sendable {
    /// Begins a conversation with a client that has introduced itself.
    ///
    /// - Throws: An error that the client is told.
    func makeConversation(
        _ introduction: Introduction, outlet: Outlet
    ) async throws -> any Conversing

    /// A client wants the agent to end.
    func stop()

    /// What a client is told about an error.
    func refusal(_ error: any Error) -> LinkError.Refusal
}

/// One client's requests, one after the other.
protocol Conversing: AnyObject, Sendable {
    /// Answers a request.
    ///
    /// - Throws: An error that the client is told; a `LinkError` ends the connection after that.
    func answer(_ request: sending Frame) async throws -> sending Frame?

    /// The connection has ended, whoever ended it.
    func end() async
}

/// What is sent to a client, from whatever task.
final class Outlet: Sendable {
    private let socket: FrameSocket
    private let turn = Turn()

    init(_ socket: FrameSocket) { self.socket = socket }

    /// Sends a frame that the client waits for.
    func send(_ frame: Frame, within limit: Int64) throws(LinkError) {
        try turn.take { () throws(LinkError) in try socket.send(frame, within: limit) }
    }

    /// Sends a frame that the client did not ask for; one that does not read loses the connection.
    func post(_ frame: Frame) {
        do {
            try send(frame, within: 0)
        } catch {
            socket.interrupt()
        }
    }
}
