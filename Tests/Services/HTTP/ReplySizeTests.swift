import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import Testing

@Suite("The limit on the length of a reply", .serialized)
struct ReplySizeTests {
    private func error(
        limit: Int, _ steps: [MisbehavingServer.Step]
    ) async throws -> (NetworkError?, zeros: Int) {
        try await MisbehavingServer.run { _, _ in
            steps
        } _: { server in
            try await HTTPNetworker.run { networker in
                let call = NetworkCall(.get, try server.address(), maximumReply: limit)
                return (await networker.error(of: call), server.zerosSent)
            }
        }
    }

    @Test("holds for a body without an end, which is left after little more than the limit")
    func endless() async throws {
        let head = MisbehavingServer.Step.send("HTTP/1.1 200 OK\n\n")
        let (error, zeros) = try await error(limit: 1 << 20, [head, .zerosForEver])
        #expect(error?.code == .networkTooLarge)
        // What is under way in the buffers of both sides comes on top.
        #expect(zeros < 32 << 20)
    }

    @Test("holds for chunks without an end")
    func endlessChunks() async throws {
        let chunk = MisbehavingServer.Step.send("5\nabcde\n")
        let head = MisbehavingServer.Step.send("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n")
        let (error, _) = try await error(
            limit: 1000, [head] + Array(repeating: chunk, count: 201) + [.pause(.seconds(600))])
        #expect(error?.code == .networkTooLarge)
    }

    @Test("holds at once for a length that is announced")
    func announced() async throws {
        let (error, _) = try await error(
            limit: 1000,
            [.send("HTTP/1.1 200 OK\nContent-Length: 1001\n\n"), .pause(.seconds(600))])
        #expect(error?.code == .networkTooLarge)
        #expect(error?.message.description.contains("1000 bytes") == true)
    }

    @Test("lets through what is just as long as that")
    func exact() async throws {
        let (error, _) = try await error(
            limit: 1000, [.send("HTTP/1.1 200 OK\nContent-Length: 1000\n\n"), .zeros(1000)])
        #expect(error == nil)
    }

    @Test("does not count the length that a reply without a body announces")
    func head() async throws {
        try await MisbehavingServer.run { _, _ in
            [.send("HTTP/1.1 200 OK\nContent-Length: 5000\n\n")]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let call = NetworkCall(.head, try server.address(), maximumReply: 10)
                #expect(try await networker.perform(call).body.isEmpty)
            }
        }
    }

    @Test("is not fooled by a length that is a lie: what is more is not read as a reply")
    func shorterThanSent() async throws {
        try await MisbehavingServer.run { number, _ in
            number == 1
                ? [
                    .send(
                        "HTTP/1.1 200 OK\nContent-Length: 2\n\nokHTTP/1.1 200 OK\n"
                            + "Content-Length: 4\n\nevil")
                ] : [.send("HTTP/1.1 200 OK\nContent-Length: 4\n\ngood")]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let call = NetworkCall(.get, try server.address())
                #expect(try await networker.perform(call).body == Array("ok".utf8))
                let second = try? await networker.perform(call)
                #expect(second == nil || second?.body == Array("good".utf8))
            }
        }
    }

    @Test(
        "and what is no HTTP are told apart",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\n", "HTTP/1.1 abc Oh\n\n",
            "HTTP/1.1 200 OK\nContent-Length: -1\n\n",
            "HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 2\n\nab",
            "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nzz\nabc\n", "\u{0}\u{1}\u{2}\n\n\n\n",
        ])
    func garbage(_ text: String) async throws {
        let (error, _) = try await error(limit: 1000, [.send(text), .pause(.seconds(600))])
        #expect(error?.code == .networkMalformed, "\(String(describing: error?.cause))")
        #expect(error?.isTransient == false)
    }

    @Test("holds for header fields as well")
    func headers() async throws {
        let field = "X-A: " + String(repeating: "a", count: 8000) + "\n"
        let (error, _) = try await error(
            limit: 1000,
            [.send("HTTP/1.1 200 OK\n")] + Array(repeating: .send(field), count: 500)
                + [.pause(.seconds(600))])
        #expect(error?.code == .networkMalformed, "\(String(describing: error?.cause))")
    }
}
