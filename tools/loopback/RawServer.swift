import Foundation
import Synchronization

/// A server on loopback that does to each request what a script says, over raw bytes.
///
/// It speaks no HTTP library, so that it can reply with what no library would.
package final class RawServer: Sendable {
    /// What it does in answer to a request.
    package enum Step: Sendable {
        /// Sends text, with CRLF for each line end.
        case send(String)
        /// Waits, or until the server ends.
        case pause(Duration)
        /// Closes the connection.
        case close
    }

    /// What it is asked.
    package struct Request: Sendable {
        /// `GET /path HTTP/1.1`.
        package let line: String
        /// The header fields, names in lower case.
        package let fields: [String: String]
        /// The content.
        package let body: String

        /// The path and query.
        package var target: String { String(line.split(separator: " ")[1]) }
    }

    /// Decides on an answer; the number counts the requests from 1.
    package typealias Script = @Sendable (_ number: Int, _ request: Request) -> [Step]

    /// The port on which it listens.
    package let port: Int
    private let listener: Int32
    private let log = Log()

    /// Starts a server, which ends with the last reference to it.
    ///
    /// - Parameters:
    ///   - port: Where it listens; 0 for wherever there is room.
    ///   - script: What it does.
    package init(port: Int = 0, _ script: @escaping Script) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // What is left of the connections of a server that was there before is no reason to fail.
        var reuse: Int32 = 1
        setsockopt(
            listener, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(port).bigEndian
        place.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, place, &size) == 0
            }
        }
        guard isListening else { throw CocoaError(.fileReadUnknown) }
        self.listener = listener
        self.port = Int(UInt16(bigEndian: place.sin_port))
        let log = log
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Not before: the number may soon be that of another server.
                    close(listener)
                    return
                }
                Thread.detachNewThread { Self.serve(connection, script, log) }
            }
        }
    }

    deinit {
        log.end()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// What it was asked, in order.
    package var requests: [Request] { log.requests }

    /// Its address.
    package func address(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    private static func serve(_ connection: Int32, _ script: Script, _ log: Log) {
        defer { close(connection) }
        var received: [UInt8] = []
        while let request = next(from: connection, &received) {
            for step in script(log.add(request), request) {
                switch step {
                case .send(let text):
                    let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
                    guard send(bytes, to: connection) else { return }
                case .pause(let duration):
                    let end = ContinuousClock.now + duration
                    while ContinuousClock.now < end, !log.hasEnded { usleep(5_000) }
                case .close: return
                }
            }
        }
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func next(from connection: Int32, _ received: inout [UInt8]) -> Request? {
        let gap: [UInt8] = [13, 10, 13, 10]
        while true {
            if let head = received.firstRange(of: gap) {
                let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
                    .components(separatedBy: "\r\n")
                var fields: [String: String] = [:]
                for line in lines.dropFirst() {
                    guard let colon = line.firstIndex(of: ":") else { continue }
                    fields[line[..<colon].lowercased()] =
                        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                }
                let length = fields["content-length"].flatMap { Int($0) } ?? 0
                if received.count >= head.upperBound + length {
                    let body = received[head.upperBound..<head.upperBound + length]
                    let text = String(decoding: body, as: UTF8.self)
                    received = Array(received[(head.upperBound + length)...])
                    return Request(line: lines[0], fields: fields, body: text)
                }
            }
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }

    private final class Log: Sendable {
        private let state = Mutex<(requests: [Request], hasEnded: Bool)>(([], false))

        var requests: [Request] { state.withLock(\.requests) }
        var hasEnded: Bool { state.withLock(\.hasEnded) }

        func end() { state.withLock { $0.hasEnded = true } }

        func add(_ request: Request) -> Int {
            state.withLock { state in
                state.requests.append(request)
                return state.requests.count
            }
        }
    }
}

extension RawServer.Step {
    /// A whole reply with JSON.
    package static func json(
        _ json: String, status: String = "200 OK", fields: [String] = []
    ) -> RawServer.Step {
        reply(json, status: status, fields: ["Content-Type: application/json"] + fields)
    }

    /// A whole reply.
    package static func reply(
        _ body: String, status: String = "200 OK", fields: [String] = []
    ) -> RawServer.Step {
        let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + fields
        // Line ends of the content would be sent as two bytes.
        return .send(head.joined(separator: "\n") + "\n\n" + body.replacing("\n", with: " "))
    }
}
