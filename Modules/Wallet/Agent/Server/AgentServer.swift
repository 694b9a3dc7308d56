import Dispatch
import Glibc
import Synchronization
import WalletAgentLink

/// Accepts clients, and serves each on its own.
final class AgentServer: Sendable {
    private struct State {
        var connections: [Int: ClientConnection] = [:]
        var nextID = 0
        var isStopped = false
    }

    private let listener: AgentListener
    private let limits: ServerLimits
    private let maker: any ConversationMaking
    private let state = Mutex(State())

    /// Makes a server that does not accept yet.
    init(_ listener: AgentListener, limits: ServerLimits, maker: any ConversationMaking) {
        self.listener = listener
        self.limits = limits
        self.maker = maker
    }

    /// How many clients are connected.
    var count: Int { state.withLock(\.connections.count) }

    /// Accepts clients until ``stop()``, then waits until all have been left.
    func run() async {
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        DispatchQueue(label: "wallet.agent.listener").async { [listener] in
            while let socket = listener.next() { self.accept(socket) }
            continuation.finish()
        }
        for await _ in ended {}
        // A question to a person may never be answered; what else goes on is done much sooner.
        for _ in 0..<1000 where count > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Takes no clients any more and leaves those that are there.
    func stop() {
        let connections = state.withLock { state in
            state.isStopped = true
            return Array(state.connections.values)
        }
        listener.close()
        for connection in connections { connection.interrupt() }
    }

    private func accept(_ socket: FrameSocket) {
        guard socket.peer == geteuid() else { return }
        let connection = ClientConnection(socket, limits: limits, maker: maker)
        let id: Int? = state.withLock { state in
            guard !state.isStopped, state.connections.count < limits.connections else {
                return nil
            }
            defer { state.nextID += 1 }
            state.connections[state.nextID] = connection
            return state.nextID
        }
        guard let id else {
            try? socket.send(AgentRefusal.busy.frame, within: 0)
            return
        }
        Task {
            await connection.run()
            self.state.withLock { _ = $0.connections.removeValue(forKey: id) }
        }
    }
}
