import Foundation
import Synchronization
import TestSupport

/// Stands before a server, and closes each connection when its second request comes, of which the server
/// hears nothing: as a proxy does that keeps connections for less long than whoever asks.
final class ImpatientRelay: Sendable {
    /// A connection that could not be made.
    struct Failure: Error {}

    /// Where it listens.
    let port: Int
    private let server: Int
    private let listener: CInt
    private let closed = Mutex(0)

    /// Listens on a port of its own.
    init(to server: Int) throws {
        self.server = server
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [listener] address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// How many requests it heard of and did not pass on.
    var closedCount: Int { closed.withLock(\.self) }

    /// Takes no connections any more.
    func stop() { shutdown(listener, CInt(SHUT_RDWR)) }

    private func acceptAll() {
        defer { close(listener) }
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            Thread.detachNewThread { [self] in
                try? serve(client)
                close(client)
            }
        }
    }

    private func serve(_ client: CInt) throws {
        let upstream = try LoopbackSocket(port: server)
        var isAnswered = false
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var ends = [client, upstream.descriptor].map { descriptor in
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        }
        while poll(&ends, 2, -1) > 0 {
            for (from, to) in [(0, 1), (1, 0)] where ends[from].revents != 0 {
                let count = read(ends[from].fd, &bytes, bytes.count)
                guard count > 0 else { return }
                if from == 0, isAnswered { return closed.withLock { $0 += 1 } }
                isAnswered = from == 1
                guard send(ends[to].fd, bytes, count, CInt(MSG_NOSIGNAL)) == count else { return }
            }
        }
    }
}
