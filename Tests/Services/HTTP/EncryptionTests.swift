import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import TestSupport
import Testing

@Suite("Who a server is", .serialized)
struct EncryptionTests {
    private static let ok: MisbehavingServer.Script = { _, _ in
        [.send("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")]
    }

    /// The error of getting something from a server with a certificate.
    private func error(
        _ certificate: TestCertificate, host: String = "localhost", _ setup: HTTPSetup
    ) async throws -> (NetworkError?, requests: Int) {
        try await MisbehavingServer.run(certificate: certificate, Self.ok) { server in
            try await HTTPNetworker.run(setup) { networker in
                let address = try server.address(scheme: "https", host: host)
                let error = await networker.error(of: NetworkCall(.get, address))
                return (error, server.requests.count)
            }
        }
    }

    @Test("is proved by a certificate of an authority that is believed")
    func trusted() async throws {
        let certificate = try await TestCertificate.localhost.value
        let (error, requests) = try await error(
            certificate, HTTPSetup(trustRoots: [certificate.trustRoots]))
        #expect(error == nil)
        #expect(requests == 1)
    }

    @Test("is not proved by a certificate of an unknown authority, and nothing is sent")
    func unknownAuthority() async throws {
        let certificate = try await TestCertificate.localhost.value
        let (error, requests) = try await error(certificate, HTTPSetup())
        #expect(error?.code == .networkUntrusted)
        #expect(error?.message.description.contains("authority") == true)
        #expect(error?.mayHaveArrived == false)
        #expect(error?.isTransient == false)
        #expect(requests == 0)
    }

    @Test("is not proved by a certificate for another host", arguments: ["localhost", "127.0.0.1"])
    func otherHost(_ host: String) async throws {
        let certificate = try await TestCertificate(for: "DNS:other.example")
        let (error, requests) = try await error(
            certificate, host: host, HTTPSetup(trustRoots: [certificate.trustRoots]))
        #expect(error?.code == .networkUntrusted)
        #expect(error?.message.description.contains("another host") == true)
        #expect(requests == 0)
    }

    @Test("can be an address that the certificate names")
    func address() async throws {
        let certificate = try await TestCertificate(for: "IP:127.0.0.1")
        let (error, _) = try await error(
            certificate, host: "127.0.0.1", HTTPSetup(trustRoots: [certificate.trustRoots]))
        #expect(error == nil)
    }

    @Test("is not proved by a certificate whose time is over")
    func expired() async throws {
        let certificate = try await TestCertificate(for: "DNS:localhost", validForDays: 0)
        // Time: it ends in the second in which it was made; later is as good.
        try await Task.sleep(for: .seconds(2))
        let (error, requests) = try await error(
            certificate, HTTPSetup(trustRoots: [certificate.trustRoots]))
        #expect(error?.code == .networkUntrusted)
        #expect(requests == 0)
    }

    @Test("is not proved by a server that does not encrypt at all")
    func plain() async throws {
        try await MisbehavingServer.run(greeting: "HTTP/1.1 400 No\n\n", Self.ok) { server in
            try await HTTPNetworker.run { networker in
                let address = try server.address(scheme: "https")
                let error = await networker.error(of: NetworkCall(.get, address))
                #expect(error?.code == .networkUntrusted)
            }
        }
    }

    // MARK: - Pins

    private func pinned(
        _ certificate: TestCertificate, _ pins: Set<CertificatePin>
    ) -> HTTPSetup {
        HTTPSetup(
            trustRoots: [certificate.trustRoots],
            pinnedHosts: [PinnedHost("localhost", pins: pins)])
    }

    @Test("is known by the pin of its key, as openssl computes it")
    func rightPin() async throws {
        let certificate = try await TestCertificate.localhost.value
        let reserve = try #require(CertificatePin(hash: Array(repeating: 7, count: 32)))
        let (error, requests) = try await error(
            certificate, pinned(certificate, [reserve, certificate.pin]))
        #expect(error == nil)
        #expect(requests == 1)
    }

    @Test("is not believed with another key, whoever vouches for it, and nothing is sent")
    func wrongPin() async throws {
        let certificate = try await TestCertificate.localhost.value
        let other = try #require(CertificatePin(hash: Array(repeating: 7, count: 32)))
        for pins in [[other], []] as [Set<CertificatePin>] {
            let (error, requests) = try await error(certificate, pinned(certificate, pins))
            #expect(error?.code == .networkWrongKey)
            #expect(error?.mayHaveArrived == false)
            #expect(requests == 0)
        }
    }

    @Test("is not believed for its pin alone")
    func pinWithoutAuthority() async throws {
        let certificate = try await TestCertificate.localhost.value
        var setup = pinned(certificate, [certificate.pin])
        setup.trustRoots = []
        #expect(try await error(certificate, setup).0?.code == .networkUntrusted)
    }

    @Test("is checked on each connection, many at a time, until the end")
    func manyConnections() async throws {
        let certificate = try await TestCertificate.localhost.value
        let other = try #require(CertificatePin(hash: Array(repeating: 7, count: 32)))
        try await MisbehavingServer.run(certificate: certificate, Self.ok) { server in
            try await HTTPNetworker.run(pinned(certificate, [other])) { networker in
                let call = NetworkCall(.get, try server.address(scheme: "https", host: "localhost"))
                let codes = await withTaskGroup(of: ErrorCode?.self) { group in
                    for _ in 0..<40 { group.addTask { await networker.error(of: call)?.code } }
                    return await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(codes == [.networkWrongKey])
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("is checked over HTTP/2 as well", arguments: [true, false])
    func http2(_ isRight: Bool) async throws {
        let certificate = try await TestCertificate.localhost.value
        let other = try #require(CertificatePin(hash: Array(repeating: 7, count: 32)))
        let setup = pinned(certificate, [isRight ? certificate.pin : other])
        try await MisbehavingServer.run(certificate: certificate, protocols: ["h2"]) { _, request in
            request.line == "PRI * HTTP/2.0"
                ? [.bytes(HTTP2Bytes.settings)]
                : [.requestHeaders, .bytes(HTTP2Bytes.headers("204", isEnd: true))]
        } _: { server in
            try await HTTPNetworker.run(setup) { networker in
                let address = try server.address(scheme: "https", host: "localhost")
                for _ in 0..<(isRight ? 1 : 5) {
                    let error = await networker.error(of: NetworkCall(.get, address))
                    #expect(error?.code == (isRight ? nil : .networkWrongKey))
                }
            }
        }
    }

    @Test("is not asked in clear when its key is known; other hosts are not affected")
    func pinnedInClear() async throws {
        let pins = [try #require(CertificatePin(hash: Array(repeating: 7, count: 32)))]
        try await MisbehavingServer.run(Self.ok) { server in
            let setup = HTTPSetup(pinnedHosts: [PinnedHost("localhost", pins: Set(pins))])
            try await HTTPNetworker.run(setup) { networker in
                let pinned = NetworkCall(.get, try server.address(host: "localhost"))
                #expect(await networker.error(of: pinned)?.code == .networkUntrusted)
                #expect(server.requests.isEmpty)
                let other = NetworkCall(.get, try server.address())
                #expect(await networker.error(of: other) == nil)
            }
        }
    }

    // MARK: - Redirections

    @Test("matters on the way as well: none leads to http, none takes credentials elsewhere")
    func redirections() async throws {
        let certificate = try await TestCertificate.localhost.value
        try await MisbehavingServer.run(Self.ok) { plain in
            try await MisbehavingServer.run(certificate: certificate, Self.ok) { other in
                let targets = [
                    "/down": try plain.address().text,
                    "/other": try other.address(scheme: "https", host: "localhost").text,
                    "/loop": "/loop",
                ]
                try await MisbehavingServer.run(certificate: certificate) { _, request in
                    let target = targets[request.target] ?? "/"
                    return [
                        .send("HTTP/1.1 302 Go\nLocation: \(target)\nContent-Length: 0\n\n")
                    ]
                } _: { server in
                    let setup = HTTPSetup(trustRoots: [certificate.trustRoots])
                    try await HTTPNetworker.run(setup) { networker in
                        func get(_ path: String) async throws -> String {
                            let address = try server.address(
                                path, scheme: "https", host: "localhost")
                            return try await networker.controller().send(
                                .get(address, fields: [.authorization: "Bearer s3cret"]) { reply in
                                    String(decoding: reply.body, as: UTF8.self)
                                })
                        }
                        for path in ["/down", "/loop"] {
                            let error = await #expect(throws: NetworkError.self) {
                                try await get(path)
                            }
                            #expect(error?.code == .networkRedirection)
                        }
                        #expect(plain.requests.isEmpty)
                        let text = try await get("/other")
                        #expect(text == "ok")
                        #expect(server.requests.last?.fields["authorization"] == "Bearer s3cret")
                        #expect(other.requests.count == 1)
                        #expect(other.requests.first?.fields["authorization"] == nil)
                    }
                }
            }
        }
    }
}
