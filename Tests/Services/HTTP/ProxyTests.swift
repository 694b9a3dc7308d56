import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import Testing

@Suite("A proxy")
struct ProxyTests {
    private static func ok(_ text: String) -> [MisbehavingServer.Step] {
        [.send("HTTP/1.1 200 OK\nContent-Length: \(text.utf8.count)\n\n\(text)")]
    }

    /// One for all requests.
    private static func proxy(_ address: String, exceptFor directHosts: String = "") -> HTTPProxy {
        HTTPProxy(secure: address, clear: address, exceptFor: directHosts)
    }

    @Test("for encrypted requests does not get those in clear, nor the other way round")
    func bySchemes() async throws {
        for isSecure in [true, false] {
            let proxy = HTTPProxy(
                secure: isSecure ? "127.0.0.1:1" : nil, clear: isSecure ? nil : "127.0.0.1:1")
            try await HTTPNetworker.run(HTTPSetup(proxy: proxy)) { networker in
                for scheme in ["http", "https"] {
                    let address = try WebAddress("\(scheme)://far.example.invalid/")
                    let error = await networker.error(of: NetworkCall(.get, address))
                    // A name that nobody knows, or a proxy where nothing listens.
                    let isRefused = "\(String(describing: error?.cause))".contains("refused")
                    #expect(isRefused == (isSecure == (scheme == "https")), "\(address.text)")
                }
            }
        }
    }

    @Test("gets the requests, for names that only it knows")
    func used() async throws {
        try await MisbehavingServer.run { _, _ in
            Self.ok("by proxy")
        } _: { server in
            let setup = HTTPSetup(proxy: Self.proxy("127.0.0.1:\(server.port)"))
            try await HTTPNetworker.run(setup) { networker in
                let call = NetworkCall(.get, try WebAddress("http://far.example.invalid/a?b"))
                #expect(try await networker.perform(call).body == Array("by proxy".utf8))
                // The library asks for a tunnel in clear, too.
                #expect(
                    server.requests.map(\.line) == [
                        "CONNECT far.example.invalid:80 HTTP/1.1", "GET /a?b HTTP/1.1",
                    ])
            }
        }
    }

    @Test("is asked for a tunnel where the address is encrypted, and one that refuses is told")
    func tunnel() async throws {
        try await MisbehavingServer.run { _, _ in
            [.send("HTTP/1.1 403 Forbidden\nContent-Length: 0\n\n")]
        } _: { server in
            let setup = HTTPSetup(proxy: Self.proxy("http://127.0.0.1:\(server.port)/"))
            try await HTTPNetworker.run(setup) { networker in
                let call = NetworkCall(.get, try WebAddress("https://far.example.invalid/"))
                let error = await networker.error(of: call)
                #expect(error?.code == .networkUnreachable, "\(String(describing: error))")
                #expect(error?.mayHaveArrived == false)
                #expect(
                    server.requests.first?.line.hasPrefix("CONNECT far.example.invalid:443") == true
                )
            }
        }
    }

    @Test(
        "is passed over for this machine, and for the hosts that are named",
        arguments: [
            ("127.0.0.1", ""), ("localhost", ""), ("127.0.0.1", "*"),
        ])
    func passedOver(host: String, directHosts: String) async throws {
        try await MisbehavingServer.run { _, _ in
            Self.ok("direct")
        } _: { server in
            // Nothing listens there.
            let proxy = Self.proxy("http://127.0.0.1:1", exceptFor: directHosts)
            try await HTTPNetworker.run(HTTPSetup(proxy: proxy)) { networker in
                let call = NetworkCall(.get, try server.address(host: host))
                #expect(try await networker.perform(call).body == Array("direct".utf8))
            }
        }
    }

    @Test(
        "is passed over for a name and all below it, and for nothing beside",
        arguments: [
            ("http://example.org.invalid", true), ("http://www.example.org.invalid", true),
            ("http://badexample.org.invalid", false), ("http://example.com.invalid", true),
            ("http://example.net.invalid", false),
        ])
    func direct(address: String, isDirect: Bool) async throws {
        try await MisbehavingServer.run { _, _ in
            Self.ok("by proxy")
        } _: { server in
            let proxy = Self.proxy(
                "127.0.0.1:\(server.port)",
                exceptFor: " .example.org.invalid,Example.com.invalid, 10.0.0.1")
            try await HTTPNetworker.run(HTTPSetup(proxy: proxy)) { networker in
                // Nobody knows these names, so what goes there directly fails.
                let error = await networker.error(of: NetworkCall(.get, try WebAddress(address)))
                #expect((error != nil) == isDirect)
                #expect(server.requests.isEmpty == isDirect)
            }
        }
    }

    @Test(
        "what is no proxy that can be used is refused without saying what it was, and nothing is sent",
        arguments: [
            "", "https://proxy.example.org", "socks5://proxy.example.org",
            "http://me:secret@proxy", "a b",
        ])
    func refused(text: String) async throws {
        try await HTTPNetworker.run(HTTPSetup(proxy: Self.proxy(text))) { networker in
            let call = NetworkCall(.get, try WebAddress("http://example.invalid/"))
            let error = await networker.error(of: call)
            #expect(error?.code == .networkBadProxy)
            #expect(error.map { "\($0.message) \($0.remedy)".contains("secret") } == false)
        }
    }
}
