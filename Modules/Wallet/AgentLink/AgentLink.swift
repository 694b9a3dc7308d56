import Glibc
import TenonMemory

/// A connection to the agent that has introduced itself.
///
/// One request at a time: send it, and receive frames until `answer` or `failure`.
package final class AgentLink: Sendable {
    /// The version of what is said over the wire.
    package static let version: UInt32 = 14
    /// The largest first frame, in bytes.
    package static let helloLimit = 64 << 10
    /// The largest frame that a client may send: an item with all its former versions.
    package static let requestLimit = 8 << 20
    /// The largest frame that the agent sends.
    package static let answerLimit = 16 << 20
    /// How long an agent may give no sign of life while a client waits for it, in milliseconds; one
    /// that works on a request gives several in that time.
    package static let patience = 5000 * Int64(Patience.factor)

    /// The connection itself, for clients that wait for several things at once.
    package let socket: FrameSocket
    private let patience: Int64

    /// Introduces this client to the agent.
    ///
    /// - Parameters:
    ///   - socket: A new connection.
    ///   - client: The name of the program.
    ///   - vault: The absolute path of the vault; empty for the agent's own default.
    ///   - patience: How long the agent may give no sign of life, in milliseconds.
    ///   - welcomePatience: How long to wait for its welcome; `nil` waits as long as for all else.
    /// - Throws: `refused` by an agent of another version, `dismissed` by one that has too many
    ///   clients.
    package init(
        _ socket: FrameSocket, client: String, vault: String,
        patience: Int64 = AgentLink.patience, welcomePatience: Int64? = nil
    ) throws(LinkError) {
        self.socket = socket
        self.patience = patience
        let hello = Frame(.hello)
        hello.append(Self.version)
        hello.append(client)
        hello.append(vault)
        try send(hello)
        guard try receive(within: welcomePatience).kind == .welcome else { throw .malformed }
    }

    /// Connects to the agent, and introduces this client.
    ///
    /// - Parameters:
    ///   - place: Where the agent listens; by default where the environment says.
    ///   - isStarting: Whether the agent is started when it does not run.
    ///   - patience: How long the agent may give no sign of life, in milliseconds; connecting to one
    ///     that runs takes no longer in all.
    ///   - queuePatience: How long to wait for a place in the queue of an agent that has thousands of
    ///     clients, or does not take any, in milliseconds.
    /// - Returns: The connection, over which the client has introduced itself.
    /// - Throws: What ``AgentStarter/connect()`` and ``init(_:client:vault:patience:welcomePatience:)``
    ///   throw.
    package static func connect(
        at place: AgentPlace? = nil, client: String, vault: String,
        startingAgent isStarting: Bool, patience: Int64 = AgentLink.patience,
        queuePatience: Int64 = AgentLink.patience
    ) throws(LinkError) -> AgentLink {
        let place = if let place { place } else { try AgentPlace() }
        var deadline = FrameSocket.now() + patience
        func left() -> Int64 { max(0, deadline - FrameSocket.now()) }
        while true {
            let socket: FrameSocket
            do throws(LinkError) {
                socket = try place.connect(within: min(left(), queuePatience))
            } catch {
                guard error == .notRunning, isStarting else { throw error }
                socket = try AgentStarter(for: place).connect()
                deadline = FrameSocket.now() + patience
            }
            do throws(LinkError) {
                return try AgentLink(
                    socket, client: client, vault: vault, patience: patience,
                    welcomePatience: left())
            } catch {
                // Other clients were first; there is room again in a moment.
                guard error == .dismissed, FrameSocket.now() < deadline else { throw error }
                usleep(20_000)
            }
        }
    }

    /// Sends a request.
    package func send(_ frame: Frame) throws(LinkError) {
        do {
            try socket.send(frame, within: 10_000)
        } catch .closed {
            // The agent may have sent a reason before it hung up; that can still be read.
            _ = try receive(within: 0)
            throw .closed
        }
    }

    /// Receives the next frame.
    ///
    /// - Parameter limit: How long to wait for it, in milliseconds; `nil` waits as long as the agent
    ///   gives signs of life, which it does while it works on a request.
    /// - Throws: `refused` for a failure; `closed`, `dismissed`, `timedOut`, `tooLong` or
    ///   `malformed`.
    package func receive(within limit: Int64?) throws(LinkError) -> Frame {
        try next(startingWithin: limit ?? patience)
    }

    /// Waits for the next frame as long as the connection lasts, for clients that receive events.
    package func listen() throws(LinkError) -> Frame { try next(startingWithin: nil) }

    private func next(startingWithin limit: Int64?) throws(LinkError) -> Frame {
        while true {
            let frame = try socket.receive(upTo: Self.answerLimit, startingWithin: limit)
            guard let frame else { throw .closed }
            switch frame.kind {
            case .failure: throw .refused(try LinkError.Refusal(frame))
            case .dismissal: throw .dismissed
            case .pulse: continue
            default: return frame
            }
        }
    }
}

extension LinkError.Refusal {
    /// Reads a frame of the kind `failure`.
    package init(_ frame: Frame) throws(LinkError) {
        self = try frame.read { (reader) throws(LinkError) in
            LinkError.Refusal(
                code: try reader.text(), status: Int32(bitPattern: try reader.number()),
                text: try reader.text(), details: [UInt8](try reader.block()))
        }
    }

    /// The frame that says it.
    package var frame: Frame {
        let frame = Frame(.failure)
        frame.append(code)
        frame.append(UInt32(bitPattern: status))
        frame.append(text)
        details.withUnsafeBytes { frame.append(block: $0) }
        return frame
    }
}
