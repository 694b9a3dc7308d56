import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import Testing

/// Replies that are right but for some bytes, which lead to an error or a reply.
///
/// The process goes on in any case: a library below that ends it would end these tests.
@Suite("Replies that are damaged", .serialized)
struct DamagedReplyTests {
    /// A generator whose numbers are the same in each run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        /// Marsaglia's xorshift64.
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static let count = 400

    /// Changes, removes, repeats or inserts bytes in a few places.
    private static func damaged(_ bytes: [UInt8], seed: Int) -> [UInt8] {
        var generator = Generator(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        var result = bytes
        let interesting: [UInt8] = [
            0, 1, 0x0A, 0x0D, 0x20, 0x2D, 0x30, 0x39, 0x3A, 0x7F, 0x80, 0xFF,
        ]
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !result.isEmpty {
            let place = Int.random(in: result.indices, using: &generator)
            let byte = interesting[Int.random(in: interesting.indices, using: &generator)]
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: result[place] = byte
            case 1: result[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 2: result.remove(at: place)
            case 3: result.insert(byte, at: place)
            case 4: result.insert(contentsOf: result[place...].prefix(9), at: place)
            default: result.removeSubrange(place..<min(place + 9, result.count))
            }
        }
        return result
    }

    /// Asks for each of many damaged replies, several at a time.
    private func request(
        _ networker: HTTPNetworker, _ address: @escaping @Sendable (Int) throws -> WebAddress
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for lane in 0..<16 {
                group.addTask {
                    var replies = 0
                    for seed in stride(from: lane, to: Self.count, by: 16) {
                        let call = NetworkCall(.get, try address(seed), maximumReply: 10_000)
                        do {
                            _ = try await networker.perform(call)
                            replies += 1
                        } catch is NetworkError {}
                    }
                    return replies
                }
            }
            return try await group.reduce(0, +)
        }
    }

    @Test("over HTTP/1.1")
    func http1() async throws {
        let replies = [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"x\"\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
            "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /b\r\nConnection: close\r\n\r\n",
        ]
        try await MisbehavingServer.run { _, request in
            let seed = Int(request.target.dropFirst()) ?? 0
            let reply = Array(replies[seed % replies.count].utf8)
            return [.bytes(Self.damaged(reply, seed: seed)), .pause(.milliseconds(5)), .close]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let replies = try await request(networker) { try server.address("/\($0)") }
                #expect((1..<Self.count).contains(replies))
            }
            // Some are refused by a connection that is being closed.
            #expect(server.requests.count > Self.count / 2)
        }
    }

    @Test("over HTTP/2")
    func http2() async throws {
        let certificate = try await TestCertificate.localhost.value
        let settings = HTTP2Bytes.settings
        let replies = [
            HTTP2Bytes.headers("200", isEnd: false) + HTTP2Bytes.data("hello"),
            HTTP2Bytes.headers("103", isEnd: false) + HTTP2Bytes.headers("204", isEnd: true),
            HTTP2Bytes.headers("200", isEnd: false) + HTTP2Bytes.frame(8, [0, 0, 0, 9])
                + HTTP2Bytes.frame(6, [1, 2, 3, 4, 5, 6, 7, 8]) + HTTP2Bytes.data("hello"),
        ]
        try await MisbehavingServer.run(certificate: certificate, protocols: ["h2"]) {
            number, request in
            guard request.line != "PRI * HTTP/2.0" else { return [.bytes(settings)] }
            let reply = Self.damaged(replies[number % replies.count], seed: number)
            return [.pause(.milliseconds(20)), .bytes(reply), .pause(.milliseconds(5)), .close]
        } _: { server in
            let setup = HTTPSetup(trustRoots: [certificate.trustRoots])
            // Each lane has a networker of its own, so that none shares a connection.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await HTTPNetworker.run(setup) { networker in
                            let call = NetworkCall(
                                .get, try server.address(scheme: "https", host: "localhost"))
                            for _ in 0..<15 {
                                do {
                                    _ = try await networker.perform(call)
                                } catch is NetworkError {}
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.connections > 60)
        }
    }
}
