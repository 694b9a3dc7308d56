import BenchmarkReport
import Foundation
import TenonHTTP

/// What is measured of streams of events that a server holds open.
struct Streams {
    struct Failed: Error { let what: String }

    private static let groups = 64

    private let count: Int
    private let folder: String

    init(count: Int, in folder: String) {
        self.count = count
        self.folder = "\(folder)/streams"
    }

    func all() async throws -> [Figure] {
        let server = try SyncProcess(database: "\(folder)/sync.db")
        defer { server.end() }
        let networker = try HTTPNetworker()
        let machines = try await withThrowingTaskGroup(of: [PushingMachine].self) { group in
            for number in 0..<Self.groups {
                let share = (count + Self.groups - 1 - number) / Self.groups
                group.addTask {
                    var machines: [PushingMachine] = []
                    for _ in 0..<share {
                        machines.append(
                            try await PushingMachine(server.address, through: networker))
                    }
                    return machines
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        await networker.stop()
        let before = server.residentKilobytes
        var sockets: [Int32] = []
        defer { sockets.forEach { close($0) } }
        let time = try await Time.of {
            for machine in machines {
                sockets.append(try Self.open(server, try await machine.requestForEvents()))
            }
        }
        // The first comments that keep them open have gone out by then.
        try await Task.sleep(for: .seconds(20))
        let each = (server.residentKilobytes - before) / Double(max(count, 1))
        let alive = sockets.filter(Self.isOpen).count
        guard alive == count else { throw Failed(what: "\(count - alive) streams have ended") }
        return [
            Figure(
                name: "memory of the server for 1,000 streams of events held open", items: count,
                milliseconds: each * 1_000 / 1_024, bar: "≤ 20 kB each", isMet: each <= 20),
            Figure(
                name: "opening a stream of events", items: count,
                milliseconds: time.wall / Double(max(count, 1))),
        ]
    }

    /// Opens a stream, and waits for its first event.
    private static func open(_ server: SyncProcess, _ request: String) throws -> Int32 {
        guard let port = server.address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw Failed(what: "the server has no port")
        }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        let bytes = Array(request.utf8)
        guard descriptor >= 0, isConnected,
            send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        else { throw Failed(what: "no connection: \(String(cString: strerror(errno)))") }
        var answer = ""
        var piece = [UInt8](repeating: 0, count: 4_096)
        while !answer.contains("data:") {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { throw Failed(what: "the server answered: \(answer)") }
            answer += String(decoding: piece[..<count], as: UTF8.self)
        }
        return descriptor
    }

    /// Whether the server has not ended a stream.
    private static func isOpen(_ descriptor: Int32) -> Bool {
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
        return count > 0 || (count < 0 && errno == EAGAIN)
    }
}
