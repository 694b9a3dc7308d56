import Foundation

/// An HTTP client that sends exactly what it is told, so that tests can be impolite.
///
/// One connection for each request, on loopback only.
package struct LoopbackHTTP: Sendable {
    /// What came back.
    package struct Response: Sendable {
        package let status: Int
        /// The headers in order, names in lower case.
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }

        /// The first header with a name in lower case.
        package subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    /// Why there is no response.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The port of 127.0.0.1.
    package let port: Int

    /// Speaks to a port of 127.0.0.1.
    package init(port: Int) { self.port = port }

    /// Sends a request and reads the response to its end.
    ///
    /// - Parameter headers: Added to `Host` and `Connection: close`, which they replace by name.
    package func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> Response {
        let request = self.request(method, path, headers: headers, body: body)
        return try Self.parse(try await exchange(request))
    }

    /// The bytes of a request.
    package func request(
        _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = []
    ) -> [UInt8] {
        var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        all.merge(headers) { $1 }
        if !body.isEmpty, all["Content-Length"] == nil { all["Content-Length"] = "\(body.count)" }
        let lines =
            ["\(method) \(path) HTTP/1.1"]
            + all.sorted { $0.key < $1.key }
            .filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// Sends bytes and gives what comes back as it comes, until the other side closes.
    package func pieces(_ bytes: [UInt8]) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                defer { continuation.finish() }
                guard let socket = try? LoopbackSocket(port: port),
                    (try? socket.write(bytes)) != nil
                else { return }
                while let piece = try? socket.read(), !piece.isEmpty { continuation.yield(piece) }
            }
        }
    }

    /// Sends bytes and reads the response, or until the other side closes.
    package func exchange(_ bytes: [UInt8]) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            // A thread of its own: it waits, and must not keep others from working.
            Thread.detachNewThread {
                continuation.resume(with: Result { try blockingExchange(bytes) })
            }
        }
    }

    private func blockingExchange(_ bytes: [UInt8]) throws -> [UInt8] {
        let socket = try LoopbackSocket(port: port)
        // What a server refuses before it has read all of it, it need not read to the end.
        try? socket.write(bytes)
        var all: [UInt8] = []
        while !Self.isComplete(all), let piece = try? socket.read(), !piece.isEmpty { all += piece }
        return all
    }

    /// Whether a response with a known length is there; any other ends with the connection.
    private static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard let response = try? parse(bytes),
            let length = response["content-length"].flatMap({ Int($0) })
        else { return false }
        return response.body.count >= length
    }

    /// Reads a response; the body may come in chunks (RFC 9112, section 7.1).
    package static func parse(_ bytes: [UInt8]) throws -> Response {
        guard
            let end = bytes.indices.dropLast(3).first(where: {
                bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
            })
        else { throw Failure(description: "No response, but \(bytes.count) bytes.") }
        let lines = String(decoding: bytes[..<end], as: UTF8.self)
            .components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw Failure(description: "No status in \(lines[0]).") }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (
                line[..<colon].lowercased(),
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            )
        }
        let body = Array(bytes[(end + 4)...])
        let isChunked = headers.contains { $0.name == "transfer-encoding" && $0.value == "chunked" }
        return Response(
            status: status, headers: headers, body: isChunked ? dechunked(body) : body)
    }

    private static func dechunked(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let lineEnd = rest.firstIndex(of: 10) {
            let text = String(decoding: rest[..<lineEnd], as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard let count = Int(text, radix: 16), count > 0 else { break }
            rest = rest[(lineEnd + 1)...]
            result += rest.prefix(count)
            rest = rest.dropFirst(count + 2)
        }
        return result
    }
}
