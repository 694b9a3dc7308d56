import Synchronization
import WalletAgentLink

/// Sends frames to a client from any task.
///
/// Only answers wait for the client; everything else never blocks a thread.
final class Outlet: Sendable {
    private struct State {
        /// Whether an answer is being sent, between whose parts nothing else may be sent.
        var isAnswering = false
        /// Frames that came up meanwhile.
        var news: [Frame] = []
    }

    /// How much news may wait for an answer that is on its way.
    private static let newsLimit = 64

    private let socket: FrameSocket
    private let state = Mutex(State())

    init(_ socket: FrameSocket) { self.socket = socket }

    /// Sends a frame that the client waits for.
    func send(_ frame: Frame, within limit: Int64) throws(LinkError) {
        state.withLock { $0.isAnswering = true }
        defer { tellNews() }
        try socket.send(frame, within: limit)
    }

    /// Sends a frame that the client did not ask for; one that does not read loses the connection.
    ///
    /// - Parameter make: Makes the frame; `nil` when there is nothing to say after all.
    func post(_ make: () -> sending Frame?) {
        state.withLock { state in
            guard let frame = make() else { return }
            if !state.isAnswering {
                deliver(frame)
            } else if state.news.count < Self.newsLimit {
                state.news.append(frame)
            } else {
                socket.interrupt()
            }
        }
    }

    /// Tells the client that its request is worked on, unless the answer is on its way.
    func pulse() {
        state.withLock { state in
            if !state.isAnswering { deliver(Frame(.pulse)) }
        }
    }

    private func tellNews() {
        state.withLock { state in
            for frame in state.news { deliver(frame) }
            state = State()
        }
    }

    private func deliver(_ frame: Frame) {
        do {
            try socket.send(frame, within: 0)
        } catch {
            socket.interrupt()
        }
    }
}
