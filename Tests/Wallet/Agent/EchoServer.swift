import Foundation
import Synchronization
import TestSupport
import WalletAgentLink

@testable import WalletAgent  // Other modules see its socket only.

/// A server whose conversations repeat what they hear, on a socket of its own.
final class EchoServer: Sendable {
    let place: AgentPlace
    let server: AgentServer
    let maker: EchoMaker
    private let folder: TemporaryFolder
    private let task: Task<Void, Never>

    /// - Parameter attachment: What all clients would lose with their connections.
    init(
        _ limits: AgentLimits = AgentLimits(), attachment: Attachment = .nothing
    ) throws {
        maker = EchoMaker(attachment)
        folder = try TemporaryFolder()
        let path = folder.path
        place = try AgentPlace { $0 == "XDG_RUNTIME_DIR" ? path : nil }
        guard let listener = try AgentListener(at: place) else { throw LinkError.notRunning }
        let server = AgentServer(listener, limits: limits, maker: maker)
        self.server = server
        task = Task { await server.run() }
    }

    func stop() async {
        server.stop()
        await task.value
    }

    /// A client that has introduced itself.
    func client() async throws -> AgentLink {
        try await blocking {
            try AgentLink(try self.place.connect(), client: "test", vault: "/vault")
        }
    }

    /// Whether a new client is served.
    func isServing() async throws -> Bool { try await isServing(client()) }

    /// Whether a client is served.
    func isServing(_ client: AgentLink) async throws -> Bool {
        try await blocking {
            let frame = Frame(.call)
            frame.append("hello")
            try client.send(frame)
            let answer = try client.receive(within: nil)
            return try answer.read { (reader) throws(LinkError) in try reader.text() } == "hello"
        }
    }
}

/// Begins conversations that repeat what they hear.
final class EchoMaker: ConversationMaking {
    private let attachment: Attachment
    private let state = Mutex((vaults: [String](), stops: 0, ended: 0))

    init(_ attachment: Attachment) { self.attachment = attachment }

    /// The vaults that clients have introduced themselves for.
    var vaults: [String] { state.withLock(\.vaults) }
    var stops: Int { state.withLock(\.stops) }
    var ended: Int { state.withLock(\.ended) }

    func makeConversation(about vault: String, outlet: Outlet) async throws -> any Conversing {
        state.withLock { $0.vaults.append(vault) }
        return Echo(attachment) { self.state.withLock { $0.ended += 1 } }
    }

    func stop() { state.withLock { $0.stops += 1 } }

    func refusal(_ error: any Error) -> LinkError.Refusal {
        LinkError.Refusal(code: "test", status: 1, text: "\(error)")
    }

    private final class Echo: Conversing {
        let attachment: Attachment
        private let whenEnded: @Sendable () -> Void

        init(_ attachment: Attachment, whenEnded: @escaping @Sendable () -> Void) {
            self.attachment = attachment
            self.whenEnded = whenEnded
        }

        func answer(_ request: sending Frame) async throws -> sending Frame? {
            guard request.kind == .call else { throw LinkError.malformed }
            // Time: a frame with no body takes longer than a client is patient.
            if request.count == 1 { try? await Task.sleep(for: .seconds(7)) }
            let answer = Frame(.answer)
            request.withBody { answer.append($0) }
            return answer
        }

        func end() async { whenEnded() }
    }
}
