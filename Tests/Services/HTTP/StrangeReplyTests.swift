import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import Testing

@Suite("A reply out of order ends the request, and not the process", .serialized)
struct StrangeReplyTests {
    /// What came of a request to a server that does something whatever it is asked.
    private func outcome(
        _ steps: [MisbehavingServer.Step]
    ) async throws -> Result<NetworkReply, NetworkError> {
        try await MisbehavingServer.run { _, _ in
            steps
        } _: { server in
            try await HTTPNetworker.run { networker in
                do {
                    return .success(
                        try await networker.perform(NetworkCall(.get, try server.address())))
                } catch let error as NetworkError {
                    return .failure(error)
                }
            }
        }
    }

    @Test(
        "when its status is none",
        arguments: ["000", "001", "099", "1000", "99999", "4294967496", "18446744073709551616"])
    func noStatus(_ status: String) async throws {
        let head = "HTTP/1.1 \(status) \u{7}Oh\nContent-Length: 0\n\n"
        switch try await outcome([.send(head), .close]) {
        case .success(let reply): Issue.record("It was taken as \(reply.statusCode).")
        case .failure(let error):
            #expect(error.code == .networkMalformed, "\(String(describing: error.cause))")
        }
    }

    @Test("when its status is unusual, which is no reason to refuse it", arguments: [600, 999])
    func unusualStatus(_ status: Int) async throws {
        let reply = try await outcome([.send("HTTP/1.1 \(status) Oh\nContent-Length: 2\n\nab")])
            .get()
        #expect(reply.statusCode == status)
        #expect(reply.body == Array("ab".utf8))
    }

    @Test("when something else is to follow, and nothing does", arguments: [100, 102, 103, 199])
    func informational(_ status: Int) async throws {
        let outcome = try await outcome([.send("HTTP/1.1 \(status) Wait\n\n"), .close])
        let error = try #require(throws: NetworkError.self) { try outcome.get() }
        #expect(error.code == .networkInterrupted)
    }

    @Test("when something else is to follow, and does")
    func informationalThenFinal() async throws {
        let steps: [MisbehavingServer.Step] = [
            .send("HTTP/1.1 103 Early\nLink: </a>\n\nHTTP/1.1 100 Continue\n\n"),
            .send("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
        ]
        #expect(try await outcome(steps).get().body == Array("ok".utf8))
    }

    @Test("when it changes the protocol, which nobody asked for")
    func switchingProtocols() async throws {
        switch try await outcome([.send("HTTP/1.1 101 Change\nUpgrade: x\n\n"), .zeros(99), .close])
        {
        case .success(let reply): #expect(reply.statusCode == 101)
        case .failure(let error): #expect(error.code.name.hasPrefix("network."))
        }
    }

    @Test("when there are more replies than requests")
    func unasked() async throws {
        let ok = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"
        _ = try await outcome([.send(ok + ok + ok)])
        _ = try await outcome([.send(ok), .pause(.milliseconds(20)), .send(ok)])
    }

    // MARK: - HTTP/2

    @Test(
        "over HTTP/2 as well",
        arguments: [
            HTTP2Bytes.headers("099", isEnd: true), HTTP2Bytes.headers("0", isEnd: true),
            HTTP2Bytes.headers("100", isEnd: true),
            HTTP2Bytes.headers("1000", isEnd: false) + HTTP2Bytes.headers("200", isEnd: true),
            HTTP2Bytes.headers("1000", isEnd: true), HTTP2Bytes.headers("-1", isEnd: true),
            HTTP2Bytes.headers("x", isEnd: true),
            HTTP2Bytes.headers("200", isEnd: false) + HTTP2Bytes.headers("200", isEnd: false)
                + HTTP2Bytes.frame(0, stream: 1, [65]),
            HTTP2Bytes.frame(0, flags: 1, stream: 1, [65]),
            HTTP2Bytes.frame(3, stream: 1, [0, 0, 0, 1]),
            HTTP2Bytes.frame(7, [0, 0, 0, 0, 0, 0, 0, 1]), HTTP2Bytes.frame(9, stream: 1, [1]),
            HTTP2Bytes.frame(0xFF, [1, 2]),
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ])
    func http2(_ reply: [UInt8]) async throws {
        let certificate = try await TestCertificate.localhost.value
        // The preface of a client ends two "heads": after the first come the settings, after the
        // second there is time for the request.
        let settings = HTTP2Bytes.settings
        try await MisbehavingServer.run(certificate: certificate, protocols: ["h2"]) { number, _ in
            number == 1
                ? [.bytes(settings)]
                : [.pause(.milliseconds(100)), .bytes(reply), .pause(.milliseconds(200)), .close]
        } _: { server in
            try await HTTPNetworker.run(HTTPSetup(trustRoots: [certificate.trustRoots])) {
                networker in
                let address = try server.address(scheme: "https", host: "localhost")
                let error = await networker.error(of: NetworkCall(.get, address))
                #expect(error?.code.name.hasPrefix("network.") == true)
            }
            #expect(server.requests.first?.line == "PRI * HTTP/2.0")
        }
    }

    @Test(
        "over HTTP/2, where the settings never come, and stopping does not wait for them",
        arguments: [[], HTTP2Bytes.headers("200", isEnd: true), HTTP2Bytes.frame(6, [1])])
    func noSettings(_ instead: [UInt8]) async throws {
        let certificate = try await TestCertificate.localhost.value
        try await MisbehavingServer.run(certificate: certificate, protocols: ["h2"]) { _, _ in
            [.bytes(instead)]
        } _: { server in
            try await HTTPNetworker.run(HTTPSetup(trustRoots: [certificate.trustRoots])) {
                networker in
                let address = try server.address(scheme: "https", host: "localhost")
                let error = await networker.error(
                    of: NetworkCall(.get, address, connectionTimeout: .milliseconds(300)))
                #expect(error?.code.name.hasPrefix("network.") == true)
                let task = Task {
                    try await networker.perform(
                        NetworkCall(.get, address, connectionTimeout: .seconds(600)))
                }
                // Time: mostly enough to have a connection; it is left at any other time as well.
                try await Task.sleep(for: .milliseconds(50))
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test("over HTTP/2, where a reply in order is taken")
    func http2InOrder() async throws {
        let certificate = try await TestCertificate.localhost.value
        let settings = HTTP2Bytes.settings
        let reply =
            HTTP2Bytes.headers("103", isEnd: false) + HTTP2Bytes.headers("299", isEnd: false)
            + HTTP2Bytes.data("hello")
        try await MisbehavingServer.run(certificate: certificate, protocols: ["h2"]) { number, _ in
            number == 1 ? [.bytes(settings)] : [.requestHeaders, .bytes(reply)]
        } _: { server in
            try await HTTPNetworker.run(HTTPSetup(trustRoots: [certificate.trustRoots])) {
                networker in
                let address = try server.address(scheme: "https", host: "localhost")
                let taken = try await networker.perform(NetworkCall(.get, address))
                #expect(taken.statusCode == 299)
                #expect(taken.body == Array("hello".utf8))
            }
        }
    }
}
