import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import TestSupport
import Testing

@Suite("The network of this machine", .serialized)
struct HTTPNetworkerTests {
    private static let ok: MisbehavingServer.Script = { _, _ in
        [.send("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")]
    }

    @Test("refuses requests after its end, and can be stopped twice")
    func stopping() async throws {
        try await MisbehavingServer.run(Self.ok) { server in
            let networker = try HTTPNetworker()
            let call = NetworkCall(.get, try server.address())
            #expect(try await networker.perform(call).statusCode == 200)
            await networker.stop()
            #expect(await networker.error(of: call) != nil)
            await networker.stop()
        }
    }

    @Test("can be dropped without being stopped")
    func dropping() async throws {
        try await MisbehavingServer.run(Self.ok) { server in
            for _ in 0..<10 {
                let networker = try HTTPNetworker()
                _ = try await networker.perform(NetworkCall(.get, try server.address()))
            }
        }
    }

    @Test("refuses authorities that cannot be read, and names the file")
    func badTrustRoots() async throws {
        let folder = try TemporaryFolder()
        try folder.write("no certificate", to: "roots.pem")
        for name in ["roots.pem", "missing.pem"] {
            let setup = HTTPSetup(trustRoots: [.file("\(folder.path)/\(name)")])
            let error = try #require(throws: NetworkError.self) { try HTTPNetworker(setup) }
            #expect(error.code == .networkBadTrustRoots)
            #expect(error.code.status == .configuration)
            #expect("\(error)".contains(name))
        }
    }

    @Test("refuses header fields that would split the request, without quoting them")
    func badFields() async throws {
        try await MisbehavingServer.run(Self.ok) { server in
            try await HTTPNetworker.run { networker in
                var call = NetworkCall(.get, try server.address())
                call.fields = [.authorization: "s3cret\r\nX-Evil: 1"]
                let error = await networker.error(of: call)
                if let error {
                    #expect(error.code == .networkBadRequest)
                    #expect(!"\(error) \(String(describing: error.cause))".contains("s3cret"))
                }
                #expect(server.requests.allSatisfy { $0.fields["x-evil"] == nil })
            }
        }
    }

    @Test("gives up connecting when the time for it is over")
    func connectionTimeout() async throws {
        // A server that accepts connections and never answers the greeting of TLS.
        try await SilentListener.run { port in
            try await HTTPNetworker.run { networker in
                let call = NetworkCall(
                    .get, try WebAddress("https://127.0.0.1:\(port)"),
                    connectionTimeout: .milliseconds(200))
                let error = await networker.error(of: call)
                #expect(error?.code == .networkTimedOut)
                #expect(error?.mayHaveArrived == false)
            }
        }
    }

    @Test("gives a server up that is silent, before its reply and in the middle of it")
    func idleTimeout() async throws {
        for start in ["", "HTTP/1.1 200 OK\nContent-Length: 9\n\nbegun"] {
            try await MisbehavingServer.run { _, _ in
                (start.isEmpty ? [] : [.send(start)]) + [.pause(.seconds(600))]
            } _: { server in
                try await HTTPNetworker.run { networker in
                    let call = NetworkCall(
                        .get, try server.address(), idleTimeout: .milliseconds(200))
                    let error = await networker.error(of: call)
                    #expect(error?.code == .networkTimedOut)
                    #expect(error?.mayHaveArrived == true)
                }
            }
        }
    }

    @Test("sends many requests at once")
    func concurrency() async throws {
        try await MisbehavingServer.run { _, request in
            [
                .send(
                    "HTTP/1.1 200 OK\nContent-Length: \(request.target.utf8.count)\n\n\(request.target)"
                )
            ]
        } _: { server in
            try await HTTPNetworker.run { networker in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<200 {
                        group.addTask {
                            let call = NetworkCall(.get, try server.address("/\(number)"))
                            let reply = try await networker.perform(call)
                            #expect(String(decoding: reply.body, as: UTF8.self) == "/\(number)")
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
}
