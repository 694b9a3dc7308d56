import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import TestSupport
import Testing

@Suite("A server that misbehaves", .serialized)
struct MisbehaviourTests {
    private static let ok = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"

    @Test("that behaves gets what was sent, and its whole reply is returned")
    func behaving() async throws {
        try await MisbehavingServer.run { _, _ in
            [
                .send(
                    "HTTP/1.1 299 Splendid\nX-A: 1\nX-A: 2\nTransfer-Encoding: chunked\n\n"
                        + "3\nabc\n2\nde\n0\n\n")
            ]
        } _: { server in
            try await HTTPNetworker.run(HTTPSetup(userAgent: "tests/1")) { networker in
                let call = NetworkCall(
                    .put, try server.address("/a?b=c"), fields: [.accept: "text/x"],
                    body: Array("hello".utf8))
                let reply = try await networker.perform(call)
                #expect(reply.statusCode == 299)
                let name = try #require(HTTPField.Name("X-A"))
                #expect(reply.fields[values: name] == ["1", "2"])
                #expect(String(decoding: reply.body, as: UTF8.self) == "abcde")
            }
            let request = try #require(server.requests.first)
            #expect(request.line == "PUT /a?b=c HTTP/1.1")
            #expect(request.body == "hello")
            #expect(request.fields["accept"] == "text/x")
            #expect(request.fields["user-agent"] == "tests/1")
            #expect(request.fields["host"] == "127.0.0.1:\(server.port)")
        }
    }

    @Test("uses a connection again, and gets along when the server has closed it meanwhile")
    func connections() async throws {
        try await MisbehavingServer.run { number, _ in
            number == 2 ? [.send(Self.ok), .close] : [.send(Self.ok)]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let controller = networker.controller()
                for _ in 1...4 {
                    let text = try await controller.send(.text(try server.address()))
                    #expect(text == "ok")
                }
            }
            #expect(server.requests.count >= 4)
            #expect((2...3).contains(server.connections))
        }
    }

    // MARK: - Slow

    /// Quick enough for a test, and slow enough for a busy machine to connect.
    private static let hasty = NetworkPolicy(
        timeouts: NetworkTimeouts(attempt: .milliseconds(300)), retry: .never)

    @Test(
        "cannot keep anybody waiting",
        arguments: [
            [MisbehavingServer.Step.pause(.seconds(600))],
            [.send("HTTP/1.1 200 OK\nX-A: "), .pause(.seconds(600))],
            [.send("HTTP/1.1 200 OK\nContent-Length: 10\n\nabc"), .pause(.seconds(600))],
            Array(
                repeating: [.send("HTTP/1.1 100 Continue\n\n"), .pause(.milliseconds(50))],
                count: 99
            )
            .flatMap(\.self),
        ])
    func slow(_ steps: [MisbehavingServer.Step]) async throws {
        try await MisbehavingServer.run { _, _ in
            steps
        } _: { server in
            try await HTTPNetworker.run { networker in
                let error = try await #require(throws: NetworkError.self) {
                    try await networker.controller(policy: Self.hasty).send(
                        .text(try server.address()))
                }
                #expect(error.code == .networkTimedOut)
            }
        }
    }

    @Test("is left at once when the task is cancelled", arguments: [true, false])
    func cancellation(_ hasBegun: Bool) async throws {
        try await MisbehavingServer.run { _, _ in
            (hasBegun ? [.send("HTTP/1.1 200 OK\nContent-Length: 10\n\nabc")] : [])
                + [.pause(.seconds(600))]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let call = NetworkCall(.get, try server.address())
                let task = Task { try await networker.perform(call) }
                try await until("a request") { !server.requests.isEmpty }
                // Time: mostly enough for the beginning to come; it may come later as well.
                if hasBegun { try await Task.sleep(for: .milliseconds(50)) }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    // MARK: - Broken connections

    @Test(
        "breaks the connection off",
        arguments: [
            [MisbehavingServer.Step.close], [.reset], [.send("HTTP/1.1 200 OK\nX-A: 1\n"), .close],
            [.send("HTTP/1.1 200 OK\nContent-Length: 10\n\nabc"), .close],
            [
                .send("HTTP/1.1 200 OK\nContent-Length: 10\n\nabc"), .pause(.milliseconds(50)),
                .reset,
            ],
            [.send("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\nabc\n"), .close],
        ])
    func broken(_ steps: [MisbehavingServer.Step]) async throws {
        try await MisbehavingServer.run { _, _ in
            steps
        } _: { server in
            try await HTTPNetworker.run { networker in
                let error = await networker.error(of: NetworkCall(.get, try server.address()))
                #expect(error?.code == .networkInterrupted, "\(String(describing: error?.cause))")
                #expect(error?.mayHaveArrived == true)
                #expect(error?.isTransient == true)
            }
        }
    }

    @Test("ends a reply of unknown length by closing, which is as well")
    func closeDelimited() async throws {
        try await MisbehavingServer.run { _, _ in
            [.send("HTTP/1.0 200 OK\n\nabc"), .close]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let reply = try await networker.perform(NetworkCall(.get, try server.address()))
                #expect(reply.body == Array("abc".utf8))
            }
        }
    }

    @Test("is not there at all, which is noticed at once and cannot have arrived")
    func unreachable() async throws {
        let port = try QuietPort.pick()
        let address = try WebAddress("http://127.0.0.1:\(port)/")
        // There are networks in which every name leads somewhere.
        let names = try await Program(path: "/usr/bin/getent").run("hosts", "nowhere.invalid")
        try await HTTPNetworker.run { networker in
            let error = await networker.error(of: NetworkCall(.get, address))
            #expect(error?.code == .networkUnreachable)
            #expect(error?.mayHaveArrived == false)
            guard names.status != 0 else { return }
            let noName = NetworkCall(
                .get, try WebAddress("http://nowhere.invalid/"), connectionTimeout: .seconds(120))
            #expect(await networker.error(of: noName)?.code == .networkUnreachable)
        }
    }

    // MARK: - Failing and recovering

    @Test("fails, and succeeds the next time")
    func recovering() async throws {
        let failures: [[MisbehavingServer.Step]] = [
            [.send("HTTP/1.1 500 Oh\nContent-Length: 0\n\n")], [.close],
            [.send("HTTP/1.1 200 OK\nContent-Length: 10\n\nabc"), .reset],
        ]
        for failure in failures {
            try await MisbehavingServer.run { number, _ in
                number == 1 ? failure : [.send(Self.ok)]
            } _: { server in
                try await HTTPNetworker.run { networker in
                    let text = try await networker.controller().send(.text(try server.address()))
                    #expect(text == "ok")
                }
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test("asks to come back later, and is obeyed")
    func retryAfter() async throws {
        try await MisbehavingServer.run { number, _ in
            number == 1
                ? [.send("HTTP/1.1 503 Busy\nRetry-After: 1\nContent-Length: 0\n\n")]
                : [.send(Self.ok)]
        } _: { server in
            try await HTTPNetworker.run { networker in
                // Time: at least this long; a busy machine takes longer.
                let start = ContinuousClock.now
                let text = try await networker.controller().send(.text(try server.address()))
                #expect(text == "ok")
                #expect(start.duration(to: .now) >= .seconds(1))
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test("is not asked a second time for what must not be done twice")
    func notRepeated() async throws {
        try await MisbehavingServer.run { _, _ in
            [.close]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let address = try server.address()
                await #expect(throws: NetworkError.self) {
                    try await networker.controller().send(.post([1], to: address) { _ in })
                }
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test("confirms what is kept with 304 and no body")
    func notModified() async throws {
        try await MisbehavingServer.run { _, request in
            request.fields["if-none-match"] == "\"v1\""
                ? [.send("HTTP/1.1 304 Same\nETag: \"v1\"\nContent-Length: 4\n\n")]
                : [.send("HTTP/1.1 200 OK\nETag: \"v1\"\nContent-Length: 4\n\nkept")]
        } _: { server in
            try await HTTPNetworker.run { networker in
                let controller = networker.controller()
                for _ in 0..<3 {
                    let text = try await controller.send(.text(try server.address()))
                    #expect(text == "kept")
                }
            }
            #expect(
                server.requests.map { $0.fields["if-none-match"] } == [nil, "\"v1\"", "\"v1\""])
        }
    }
}
