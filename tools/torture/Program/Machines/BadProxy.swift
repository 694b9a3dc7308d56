import Foundation
import SeededRandom
import Synchronization

/// Stands between machines and a server, and cuts, slows and corrupts their connections.
final class BadProxy: Sendable {
    /// What happens to a connection.
    private enum Trouble: CaseIterable {
        case none, refused, cut, slow, corrupt
    }

    private struct State {
        var random: RandomNumbers
        var server: UInt16
        var isCalm = true
        var troubles = 0
    }

    let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    /// Listens on a port of its own.
    init(to server: UInt16, seed: UInt64) throws {
        state = Mutex(State(random: RandomNumbers(seed: seed), server: server))
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(of: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let named = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard named else { throw Problem(message: "there is no port for the proxy.") }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Leads new connections to another port.
    func lead(to server: UInt16) { state.withLock { $0.server = server } }

    /// How many connections were disturbed.
    var troubleCount: Int { state.withLock { $0.troubles } }

    /// Disturbs new connections from now on; or none any more, those that are there included.
    func disturb(_ isDisturbing: Bool) { state.withLock { $0.isCalm = !isDisturbing } }

    private var isCalm: Bool { state.withLock(\.isCalm) }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Foundation.close(listener)
    }

    private static func address(of port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            Thread.detachNewThread { [self] in serve(client) }
        }
    }

    /// What happens to the next connection, and after how many bytes.
    private func next() -> (Trouble, Int) {
        state.withLock { state in
            guard !state.isCalm, Bool.random(using: &state.random),
                let trouble = Trouble.allCases.randomElement(using: &state.random), trouble != .none
            else { return (.none, .max) }
            state.troubles += 1
            return (trouble, Int.random(in: 0..<4_000, using: &state.random))
        }
    }

    private func serve(_ client: Int32) {
        defer { Foundation.close(client) }
        let (trouble, end) = next()
        guard trouble != .refused else { return }
        let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { Foundation.close(upstream) }
        var address = Self.address(of: state.withLock(\.server))
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return }
        var left = end
        var bytes = [UInt8](repeating: 0, count: 16_384)
        var pair = [pollfd(fd: client, events: Int16(POLLIN), revents: 0)]
        pair.append(pollfd(fd: upstream, events: Int16(POLLIN), revents: 0))
        while poll(&pair, 2, -1) > 0 {
            for (from, to) in [(0, 1), (1, 0)] where pair[from].revents != 0 {
                var count = read(pair[from].fd, &bytes, bytes.count)
                guard count > 0 else { return }
                if isCalm { left = .max }
                let isDue = left < count
                if isDue, trouble == .corrupt { bytes[left] ^= 0x20 }
                if isDue, trouble == .slow { usleep(2_000_000) }
                if isDue, trouble == .cut { count = left }
                left = isDue ? .max : left - (left == .max ? 0 : count)
                guard send(pair[to].fd, bytes, count, Int32(MSG_NOSIGNAL)) == count,
                    !(isDue && trouble == .cut)
                else { return }
            }
        }
    }
}
