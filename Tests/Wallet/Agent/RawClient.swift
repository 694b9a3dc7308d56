import Dispatch
import Glibc
import WalletAgentLink

/// A client that sends whatever bytes it likes.
final class RawClient: Sendable {
    let descriptor: Int32

    init(_ path: String) throws {
        descriptor = try AgentPlace.makeSocket()
        let result = try AgentPlace.withAddress(path) { Glibc.connect(descriptor, $0, $1) }
        guard result == 0 else { throw LinkError.notRunning }
        _ = fcntl(descriptor, F_SETFL, 0)
    }

    deinit { close(descriptor) }

    /// Sends bytes; what the other end does not take is lost.
    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends as much as fits, without waiting for anybody to read it.
    func flood(_ bytes: [UInt8], times: Int) {
        for _ in 0..<times {
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            guard Glibc.send(descriptor, bytes, bytes.count, flags) > 0 else { return }
        }
    }

    /// Waits until the other end has closed the connection, and returns what it said before.
    func readToEnd() async throws -> [UInt8] {
        try await blocking {
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(self.descriptor, &buffer, buffer.count, 0)
                // A signal may interrupt it.
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return all }
                all += buffer[..<count]
            }
        }
    }
}

/// Does what waits for a socket on a thread of its own: those of Swift's tasks are few.
func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test.client").async {
            continuation.resume(with: Swift.Result { try body() })
        }
    }
}
