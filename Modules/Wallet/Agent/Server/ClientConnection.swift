import WalletAgentLink
import WalletAgentMessages

/// Serves one client, on a thread of its own.
///
/// What a client does not send or read in time, or sends wrongly, ends its connection and nothing else.
actor ClientConnection {
    nonisolated private let executor = BlockingExecutor("wallet.agent.connection")
    nonisolated private let socket: FrameSocket
    private let limits: ServerLimits
    private let maker: any ConversationMaking
    private let outlet: Outlet

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ socket: FrameSocket, limits: ServerLimits, maker: any ConversationMaking) {
        self.socket = socket
        self.limits = limits
        self.maker = maker
        outlet = Outlet(socket)
    }

    /// Ends the connection, from whatever thread.
    nonisolated func interrupt() { socket.interrupt() }

    /// Serves the client until either end closes.
    func run() async {
        guard let introduction = introduction() else { return socket.interrupt() }
        do {
            let conversation = try await maker.makeConversation(introduction, outlet: outlet)
            let welcome = Frame(.welcome)
            welcome.append(AgentLink.version)
            do {
                try outlet.send(welcome, within: limits.answer)
                try await converse(conversation)
            } catch {
                // The client is gone, or does not follow the rules; neither can be told.
            }
            await conversation.end()
        } catch {
            refuse(error)
        }
        socket.interrupt()
    }

    /// Reads the first frame; `nil` when it is no introduction.
    private func introduction() -> Introduction? {
        do {
            let first = try socket.receive(
                upTo: limits.helloSize, startingWithin: limits.hello, within: limits.hello)
            guard let first else { return nil }
            if first.kind == .stop {
                try outlet.send(Frame(.answer), within: limits.answer)
                maker.stop()
                return nil
            }
            guard first.kind == .hello else { throw LinkError.malformed }
            return try first.read { (reader) throws(LinkError) in
                let version = try reader.number()
                guard version == AgentLink.version else {
                    throw .refused(AgentRefusal.otherVersion(version))
                }
                return Introduction(client: try reader.text(), vault: try reader.text())
            }
        } catch {
            refuse(error)
            return nil
        }
    }

    private func converse(_ conversation: any Conversing) async throws(LinkError) {
        while true {
            let request = try socket.receive(
                upTo: limits.requestSize, startingWithin: nil, within: limits.frame)
            guard let request else { return }
            do {
                if let answer = try await conversation.answer(request) {
                    try outlet.send(answer, within: limits.answer)
                }
            } catch let error as LinkError {
                refuse(error)
                throw error
            } catch {
                try outlet.send(maker.refusal(error).frame, within: limits.answer)
            }
        }
    }

    /// Says why the connection ends, if the client still listens.
    private func refuse(_ error: any Error) {
        let refusal: LinkError.Refusal? =
            switch error as? LinkError {
            case nil: maker.refusal(error)
            case .refused(let refusal): refusal
            case .tooLong, .malformed: AgentRefusal.malformed
            default: nil
            }
        if let refusal { outlet.post(refusal.frame) }
    }
}
