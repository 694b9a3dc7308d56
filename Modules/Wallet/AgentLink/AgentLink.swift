import Glibc

/// A connection to the agent that has introduced itself.
///
/// One request at a time: send it, and receive frames until `answer` or `failure`.
package final class AgentLink: Sendable {
    /// The version of what is said over the wire.
    package static let version: UInt32 = 1
    /// The largest first frame, in bytes.
    package static let helloLimit = 64 << 10
    /// The largest frame that a client may send: an item with all its former versions.
    package static let requestLimit = 8 << 20
    /// The largest frame that the agent sends.
    package static let answerLimit = 16 << 20

    /// The connection itself, for clients that wait for several things at once.
    package let socket: FrameSocket

    /// Introduces this client to the agent.
    ///
    /// - Parameters:
    ///   - socket: A new connection.
    ///   - client: The name of the program, for reports.
    ///   - vault: The absolute path of the vault; empty for the agent's own default.
    /// - Throws: `refused` by an agent of another version, or one that has too many clients.
    package init(_ socket: FrameSocket, client: String, vault: String) throws(LinkError) {
        self.socket = socket
        let hello = Frame(.hello)
        hello.append(Self.version)
        hello.append(client)
        hello.append(vault)
        let answer: Frame
        do {
            try socket.send(hello, within: 5000)
            answer = try receive(within: 10_000)
        } catch .closed {
            // Who refuses may hang up before it is greeted; what it said is still there to be read.
            _ = try receive(within: 0)
            throw .closed
        }
        guard answer.kind == .welcome else { throw .malformed }
    }

    /// Connects to the agent, and introduces this client.
    ///
    /// - Parameters:
    ///   - place: Where the agent listens; by default where the environment says.
    ///   - isStarting: Whether the agent is started when it does not run.
    /// - Throws: What ``AgentStarter/connect()`` and ``init(_:client:vault:)`` throw.
    package convenience init(
        at place: AgentPlace? = nil, client: String, vault: String,
        startingAgent isStarting: Bool
    ) throws(LinkError) {
        let place = if let place { place } else { try AgentPlace() }
        do {
            try self.init(try place.connect(), client: client, vault: vault)
        } catch .notRunning where isStarting {
            try self.init(
                try AgentStarter(for: place).connect(), client: client, vault: vault)
        }
    }

    /// Sends a request.
    package func send(_ frame: Frame) throws(LinkError) { try socket.send(frame, within: 10_000) }

    /// Receives the next frame.
    ///
    /// - Parameter limit: How long to wait for it, in milliseconds; `nil` waits for ever.
    /// - Throws: `refused` for a failure; `closed`, `timedOut`, `tooLong` or `malformed`.
    package func receive(within limit: Int64?) throws(LinkError) -> Frame {
        guard let frame = try socket.receive(upTo: Self.answerLimit, startingWithin: limit) else {
            throw .closed
        }
        if frame.kind == .failure { throw .refused(try LinkError.Refusal(frame)) }
        return frame
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
