import Synchronization
import WalletAgentLink
import WalletAgentMessages

/// Serves one client, on its own thread while there is something to do.
///
/// A client that is too slow, or sends something wrong, loses only its connection.
actor ClientConnection {
    private struct State {
        var conversation: (any Conversing)?
        /// Whether a request is being worked on, and its client only waits for the answer.
        var isWorking = false
    }

    nonisolated private let executor = BlockingExecutor("wallet.agent.connection")
    nonisolated private let socket: FrameSocket
    nonisolated private let outlet: Outlet
    nonisolated private let state = Mutex(State())
    private let limits: AgentLimits
    private let maker: any ConversationMaking

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ socket: FrameSocket, limits: AgentLimits, maker: any ConversationMaking) {
        self.socket = socket
        self.limits = limits
        self.maker = maker
        outlet = Outlet(socket)
    }

    /// The descriptor that becomes readable when the client has sent something.
    nonisolated var descriptor: Int32 { socket.descriptor }

    /// What would be lost with the connection; `nil` as long as the client has not said hello.
    nonisolated var attachment: Attachment? { state.withLock(\.conversation)?.attachment }

    /// Whether the client hung up before it sent anything.
    nonisolated var isGone: Bool { attachment == nil && socket.isAtEnd }

    /// Ends the connection; may be called from any thread.
    nonisolated func interrupt() { socket.interrupt() }

    /// Tells the client that others need its place; its unread input is dropped.
    nonisolated func dismiss() {
        outlet.post { Frame(.dismissal) }
        socket.interrupt()
    }

    /// Tells a waiting client that its request is still being worked on.
    nonisolated func pulse() {
        if state.withLock(\.isWorking) { outlet.pulse() }
    }

    /// Answers what the client has sent, until nothing more comes.
    ///
    /// - Returns: Whether the connection goes on.
    func serve() async -> Bool {
        do {
            if state.withLock({ $0.conversation == nil }) {
                guard try await greet() else { return false }
            } else {
                guard try await answerNext() else { return false }
            }
            while socket.isReadable(within: limits.linger) {
                guard try await answerNext() else { return false }
            }
            return true
        } catch {
            // The client is gone, or broke the protocol and was told so if possible.
            return false
        }
    }

    /// Releases everything that the client held.
    func end() async {
        socket.interrupt()
        let conversation = state.withLock { state in
            defer { state.conversation = nil }
            return state.conversation
        }
        await conversation?.end()
    }

    /// Reads the first frame and begins the conversation.
    ///
    /// - Returns: Whether there is one.
    private func greet() async throws -> Bool {
        do {
            guard let vault = try introducedVault() else { return false }
            let conversation = try await maker.makeConversation(about: vault, outlet: outlet)
            state.withLock { $0.conversation = conversation }
        } catch {
            refuse(error)
            return false
        }
        let welcome = Frame(.welcome)
        welcome.append(AgentLink.version)
        try outlet.send(welcome, within: limits.answer)
        return true
    }

    /// Reads the first frame, with the path of the vault; `nil` when it is not an introduction.
    private func introducedVault() throws -> String? {
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
            // The name of the program comes first; nothing here depends on it.
            _ = try reader.text()
            return try reader.text()
        }
    }

    /// Reads a request and answers it.
    ///
    /// - Returns: Whether there was one.
    private func answerNext() async throws -> Bool {
        let conversation = state.withLock(\.conversation)
        let request = try socket.receive(
            upTo: limits.requestSize, startingWithin: 0, within: limits.frame)
        guard let conversation, let request else { return false }
        // A browser only reads messages.
        let isPatient = request.kind != .message
        state.withLock { $0.isWorking = isPatient }
        defer { state.withLock { $0.isWorking = false } }
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
        return true
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
        if let refusal { outlet.post { refusal.frame } }
    }
}
