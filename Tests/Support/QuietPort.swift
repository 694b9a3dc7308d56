import Foundation

/// Ports of 127.0.0.1 that the system gives to nobody who asks for any.
package enum QuietPort {
    /// A port that nobody listens on; what listens there later can end and come back.
    package static func pick() throws -> Int {
        for _ in 0..<100 {
            // Below those that the kernel chooses.
            let port = Int.random(in: 20_000..<32_000)
            if isFree(port) { return port }
        }
        throw LoopbackHTTP.Failure(description: "No port is free.")
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0
    }
}
