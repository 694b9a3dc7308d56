import Synchronization
import TenonCore
import WalletAgentLink
import WalletAgentMessages
import WalletVault

/// A connection to the agent that carries one call at a time, on its own thread.
///
/// It connects when it is used, and again when the agent was started again meanwhile.
actor AgentLane {
    /// How long a caller with a deadline waits for a place in the agent's queue, in milliseconds.
    private static let shortQueuePatience: Int64 = 50

    private nonisolated let executor = BlockingExecutor("wallet.agent.client")
    private nonisolated let socket = Mutex<FrameSocket?>(nil)
    private nonisolated let client: String
    private nonisolated let vault: String
    private nonisolated let place: AgentPlace?
    private nonisolated let deadline: Int64?
    private var link: AgentLink?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Connects when it is used.
    ///
    /// - Parameters:
    ///   - place: Where the agent listens; `nil` means where the environment says.
    ///   - deadline: When the agent must have answered, in milliseconds as `FrameSocket.now()` has
    ///     them; `nil` waits as long as it gives signs of life.
    init(
        client: String, vault: String, at place: AgentPlace? = nil, deadline: Int64? = nil
    ) {
        self.client = client
        self.vault = vault
        self.place = place
        self.deadline = deadline
    }

    /// How long the agent may give no sign of life from now on, in milliseconds.
    private var patience: Int64 {
        guard let deadline else { return AgentLink.patience }
        return max(0, deadline - FrameSocket.now())
    }

    /// Ends the running call; may be called from any thread.
    nonisolated func interrupt() { socket.withLock { $0?.interrupt() } }

    /// Calls the agent.
    ///
    /// - Parameter isStarting: Whether the agent is started when it does not run.
    /// - Throws: What the agent says, or ``AgentError``.
    @discardableResult
    func call<each Argument: WireValue, Reply: WireValue>(
        _ call: AgentCall<repeat each Argument, Reply>, _ arguments: repeat each Argument,
        startingAgent isStarting: Bool
    ) throws -> Reply {
        try connected(startingAgent: isStarting) { link in
            try call.send(
                try call.request(repeat each arguments), on: link,
                within: deadline.map { _ in patience })
        }
    }

    /// Runs a closure that writes many items; they are sent while it runs and written at its end.
    func write<Result: Sendable>(
        _ body: @Sendable (any ItemWriting) throws -> Result
    ) throws -> Result {
        try connected(startingAgent: true) { link in
            // A locked vault is reported before the work begins.
            try AgentCalls.revision.ask(on: link)
            // With a batch that has begun the connection is never closed in favour of others.
            try AgentCalls.gather.ask(GatheredSteps(), on: link)
        }
        return try connected(startingAgent: false) { link in
            do {
                let batch = try RemoteBatch(link)
                let result = try body(batch)
                try batch.commit()
                return result
            } catch {
                // The agent forgets what it has gathered when the connection ends.
                drop()
                throw error
            }
        }
    }

    /// Reports all events until the connection ends, or is interrupted.
    func watch(_ tell: @Sendable (AgentEvent) -> Void) throws {
        try connected(startingAgent: false) { link in
            try link.send(try AgentCalls.watch.request())
            while true {
                let event = try link.listen()
                // The answer to the call may come after the first events.
                guard event.kind == .event else { continue }
                tell(try event.value())
            }
        }
    }

    /// Ends an agent that does not answer, if there is one.
    ///
    /// - Throws: `AgentError` when it cannot be ended.
    func endAgent() throws {
        guard let place = place ?? (try? AgentPlace()), let holder = AgentHolder(at: place),
            !holder.end()
        else { return }
        throw AgentError(.cannotEnd(holder.process))
    }

    /// Uses an open connection, and translates its errors.
    ///
    /// An agent that gave the place to others has not read the request, so it is sent again.
    private func connected<Result>(
        startingAgent isStarting: Bool, _ body: (AgentLink) throws -> Result
    ) throws -> Result {
        do {
            while true {
                let link = try connection(startingAgent: isStarting)
                do {
                    return try body(link)
                } catch LinkError.dismissed {
                    drop()
                }
            }
        } catch LinkError.refused(let refusal) {
            throw ErrorCoding.error(refusal)
        } catch let error as LinkError {
            drop()
            try Task.checkCancellation()
            throw AgentError(error)
        }
    }

    private func connection(startingAgent isStarting: Bool) throws -> AgentLink {
        if let link, link.socket.isQuiet { return link }
        drop()
        let new = try AgentLink.connect(
            at: place, client: client, vault: vault, startingAgent: isStarting,
            patience: patience,
            queuePatience: deadline == nil ? AgentLink.patience : Self.shortQueuePatience)
        link = new
        socket.withLock { $0 = new.socket }
        return new
    }

    private func drop() {
        link = nil
        socket.withLock { $0 = nil }
    }
}

/// Sends the steps of a batch to the agent, many at a time.
private final class RemoteBatch: ItemWriting {
    /// When a frame is full, in bytes.
    private static let frameSize = 256 << 10

    private let link: AgentLink
    private var frame: Frame
    private(set) var count = 0

    init(_ link: AgentLink) throws {
        self.link = link
        frame = try Self.makeFrame()
    }

    func write(_ write: ItemWrite) throws {
        try Task.checkCancellation()
        try write.write(to: frame)
        count += 1
        if frame.count >= Self.frameSize { try flush() }
    }

    /// Lets the agent write all steps; they are durable when this returns.
    func commit() throws {
        try flush()
        try Task.checkCancellation()
        try AgentCalls.commit.ask(on: link)
    }

    private func flush() throws {
        let full = frame
        frame = try Self.makeFrame()
        try AgentCalls.gather.send(full, on: link)
    }

    private static func makeFrame() throws -> Frame {
        try AgentCalls.gather.request(GatheredSteps(), capacity: frameSize + 4096)
    }
}

extension AgentCall {
    /// Sends the request and reads the reply.
    @discardableResult
    fileprivate func ask(_ arguments: repeat each Argument, on link: AgentLink) throws -> Reply {
        try send(try request(repeat each arguments), on: link)
    }

    /// Sends a request of this call and reads the reply.
    ///
    /// - Parameter limit: The longest wait, in milliseconds; `nil` waits as long as the agent gives
    ///   signs of life.
    @discardableResult
    fileprivate func send(
        _ request: Frame, on link: AgentLink, within limit: Int64? = nil
    ) throws -> Reply {
        guard request.count <= AgentLink.requestLimit else { throw AgentError(.tooLong) }
        try link.send(request)
        return try link.receive(within: limit).value()
    }
}
