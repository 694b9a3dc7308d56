import Foundation

/// A connection to a port of 127.0.0.1, used from one thread.
package final class LoopbackSocket {
    /// The socket, for `poll`.
    package let descriptor: Int32

    /// Connects.
    ///
    /// - Parameter isNarrow: Whether little fits between both sides, as in most networks, so that what is not read
    ///   soon waits at the other side.
    package init(port: Int, isNarrow: Bool = false) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if isNarrow {
            set(SO_RCVBUF, of: SOL_SOCKET, to: 4096)
            set(TCP_MAXSEG, of: Int32(IPPROTO_TCP), to: 1000)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            throw LoopbackHTTP.Failure(description: "Nobody listens on port \(port).")
        }
    }

    deinit { close(descriptor) }

    private func set(_ option: Int32, of level: Int32, to number: Int32) {
        var number = number
        setsockopt(descriptor, level, option, &number, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends all bytes.
    package func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // A signal may interrupt it.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw LoopbackHTTP.Failure(description: "It hung up.") }
            sent += count
        }
    }

    /// Reads what comes next; empty at the end.
    package func read() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        try waitForInput(at: descriptor)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw LoopbackHTTP.Failure(description: "It hung up.") }
        return Array(buffer[..<count])
    }
}
