import Foundation
import WalletAgentLink

/// An agent that greets its clients and answers nothing else.
final class SilentAgent: Sendable {
    private let descriptor: Int32

    /// Listens at the path of a socket.
    init(at path: String) throws {
        descriptor = try AgentPlace.makeSocket()
        let descriptor = descriptor
        _ = try AgentPlace.withAddress(path) { bind(descriptor, $0, $1) }
        chmod(path, 0o600)
        listen(descriptor, 8)
        Thread.detachNewThread {
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread {
                    let socket = FrameSocket(client)
                    let welcome = Frame(.welcome)
                    welcome.append(AgentLink.version)
                    try? socket.send(welcome, within: 1000)
                    while (try? socket.receive(upTo: 1 << 20, startingWithin: nil)) ?? nil != nil {}
                }
            }
        }
    }

    deinit { close(descriptor) }

    /// Ends it, and its socket.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
