import HTTPTypes
import TenonArchive
import TenonCore
import TenonHTTP
import TenonNetworking
import Testing

@Suite("A compressed reply", .serialized)
struct CompressedReplyTests {
    private static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        var result: [UInt8] = []
        try bytes.withUnsafeBytes { bytes in
            try GzipCoder().compress(bytes) { result += $0 }
        }
        return result
    }

    private static func head(_ fields: String...) -> MisbehavingServer.Step {
        .send(
            (["HTTP/1.1 200 OK", "Content-Encoding: gzip"] + fields).joined(separator: "\n")
                + "\n\n")
    }

    /// The reply to a request that a server answers in a certain way, and the request.
    private func reply(
        to method: HTTPRequest.Method = .get, limit: Int = 1 << 20,
        _ steps: [MisbehavingServer.Step]
    ) async throws -> (NetworkReply, MisbehavingServer.Request) {
        try await MisbehavingServer.run { _, _ in
            steps
        } _: { server in
            try await HTTPNetworker.run { networker in
                let call = NetworkCall(method, try server.address(), maximumReply: limit)
                let reply = try await networker.perform(call)
                return (reply, try #require(server.requests.first))
            }
        }
    }

    @Test("is asked for and expanded, as a whole, in chunks, and up to the end of the connection")
    func expanded() async throws {
        let text = Array(String(repeating: "{\"id\": \"1\"}, ", count: 1000).utf8)
        let bytes = try Self.compressed(text)
        let chunks = bytes.flatMap { byte -> [UInt8] in
            Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)
        }
        let ways: [[MisbehavingServer.Step]] = [
            [Self.head("Content-Length: \(bytes.count)"), .bytes(bytes)],
            [Self.head("Transfer-Encoding: chunked"), .bytes(chunks), .send("0\n\n")],
            [Self.head(), .bytes(bytes), .close],
        ]
        for steps in ways {
            let (reply, request) = try await reply(steps)
            #expect(reply.body == text)
            #expect(reply.fields[.contentEncoding] == nil && reply.fields[.contentLength] == nil)
            #expect(request.fields["accept-encoding"] == "gzip")
        }
    }

    @Test("is given up once it is longer than the call allows, however short it was sent")
    func limit() async throws {
        let bytes = try Self.compressed(Array(repeating: 120, count: 2000) + (0...255))
        let error = await #expect(throws: NetworkError.self) {
            try await reply(
                limit: 2000, [Self.head("Content-Length: \(bytes.count)"), .bytes(bytes)])
        }
        #expect(error?.code == .networkTooLarge)
    }

    @Test(
        "is an error when it is damaged, cut off, followed by more, or far longer than it can be",
        arguments: ["damaged", "cut off", "followed", "bomb"])
    func hostile(_ fault: String) async throws {
        var bytes = try Self.compressed(Array("All is well here, and has been for long.".utf8))
        switch fault {
        case "damaged": bytes[bytes.count / 2] ^= 0xff
        case "cut off": bytes.removeLast(6)
        case "followed": bytes += Array("more".utf8)
        default: bytes = try Self.compressed([UInt8](repeating: 0, count: 64 << 20))
        }
        let error = await #expect(throws: NetworkError.self) {
            try await reply(
                limit: 1 << 30, [Self.head("Content-Length: \(bytes.count)"), .bytes(bytes)])
        }
        #expect(error?.code == .networkMalformed, "\(String(describing: error?.cause))")
        #expect(error?.isTransient == false)
    }

    @Test("has no content where HTTP has none")
    func noContent() async throws {
        let (unchanged, _) = try await reply([
            .send("HTTP/1.1 304 Not Modified\nContent-Encoding: gzip\n\n")
        ])
        #expect(unchanged.statusCode == 304)
        let (empty, _) = try await reply([Self.head("Content-Length: 0")])
        #expect(empty.isSuccess && empty.body.isEmpty)
        let (head, request) = try await reply(to: .head, [Self.head("Content-Length: 5000")])
        #expect(head.isSuccess && head.body.isEmpty)
        #expect(request.fields["accept-encoding"] == "identity")
    }

    @Test("is not asked for where it is handed over as it comes, nor where the call says otherwise")
    func asItIs() async throws {
        try await MisbehavingServer.run { _, _ in
            [.send("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")]
        } _: { server in
            try await HTTPNetworker.run { networker in
                var call = NetworkCall(.get, try server.address())
                _ = try await networker.perform(call) { _ in }
                call.fields[.acceptEncoding] = "identity;q=1"
                _ = try await networker.perform(call)
                #expect(
                    server.requests.map { $0.fields["accept-encoding"] }
                        == ["identity", "identity;q=1"])
            }
        }
    }
}
