import Synchronization
import TenonCore
import WalletAgentLink
import WalletAgentMessages
import WalletVault

/// A connection to the agent that carries one call at a time, on its own thread.
///
/// It connects when it is used, and again when the agent was started anew meanwhile.
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
    func call<each Argument: WireValue, Result: WireValue>(
        _ method: AgentMethod, _ arguments: repeat each Argument, startingAgent isStarting: Bool
    ) throws -> Result {
        try connected(startingAgent: isStarting) { link in
            let frame = Frame(.call)
            frame.append(method.rawValue)
            repeat try (each arguments).write(to: frame)
            return try Self.answer(to: frame, on: link, within: deadline.map { _ in patience })
        }
    }

    /// Runs a closure that writes many items; they are sent while it runs and written at its end.
    func write<Result: Sendable>(
        _ body: @Sendable (any ItemWriting) throws -> Result
    ) throws -> Result {
        try connected(startingAgent: true) { link in
            // A locked vault is reported before the work begins.
            let revision = Frame(.call)
            revision.append(AgentMethod.revision.rawValue)
            let _: Int64 = try Self.answer(to: revision, on: link)
            // With a batch that has begun the connection is never closed in favour of others.
            let begin = Frame(.call)
            begin.append(AgentMethod.gather.rawValue)
            let _: Nothing = try Self.answer(to: begin, on: link)
        }
        return try connected(startingAgent: false) { link in
            do {
                let batch = RemoteBatch(link)
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
    func watch(_ tell: @Sendable (AgentEvent, inout FrameReader) throws -> Void) throws {
        try connected(startingAgent: false) { link in
            let frame = Frame(.call)
            frame.append(AgentMethod.watch.rawValue)
            try link.send(frame)
            while true {
                let event = try link.listen()
                // The answer to the call may come after the first events.
                guard event.kind == .event else { continue }
                try event.withBody { bytes in
                    var reader = FrameReader(bytes)
                    guard let kind = AgentEvent(rawValue: try reader.byte()) else { return }
                    try tell(kind, &reader)
                }
            }
        }
    }

    /// Sends a request and reads the value of its answer.
    ///
    /// - Parameter limit: The longest wait, in milliseconds; `nil` waits as long as the agent gives
    ///   signs of life.
    static func answer<Result: WireValue>(
        to frame: Frame, on link: AgentLink, within limit: Int64? = nil
    ) throws -> Result {
        guard frame.count <= AgentLink.requestLimit else { throw AgentError(.tooLong) }
        try link.send(frame)
        let answer = try link.receive(within: limit)
        return try answer.withBody { bytes in
            var reader = FrameReader(bytes)
            return try Result(reading: &reader)
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
        let new = try AgentLink(
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

    init(_ link: AgentLink) {
        self.link = link
        frame = Self.makeFrame()
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
        let commit = Frame(.call)
        commit.append(AgentMethod.commit.rawValue)
        let _: Int = try AgentLane.answer(to: commit, on: link)
    }

    private func flush() throws {
        let full = frame
        frame = Self.makeFrame()
        let _: Nothing = try AgentLane.answer(to: full, on: link)
    }

    private static func makeFrame() -> Frame {
        let frame = Frame(.call, capacity: frameSize + 4096)
        frame.append(AgentMethod.gather.rawValue)
        return frame
    }
}
