import TenonArchive
import TestSupport
import Testing

@Suite("Compressed responses")
struct ContentCodingTests {
    private func get(
        _ path: String, of session: TestSession, accepting codings: String?
    ) async throws -> LoopbackHTTP.Response {
        var headers = session.headers
        headers["Accept-Encoding"] = codings
        return try await session.http.send("GET", path, headers: headers)
    }

    @Test("hold the same page, in less than a quarter of the bytes")
    func list() async throws {
        try await TestServer.run(at: "conformance:many", others: [Compressing.self]) { server in
            let session = try await server.begin()
            let path = "/s/\(session.key)/conformance:many"
            let plain = try await get(path, of: session, accepting: nil)
            let packed = try await get(path, of: session, accepting: "gzip, deflate, br, zstd")
            #expect(plain["content-encoding"] == nil && packed["content-encoding"] == "gzip")
            #expect(plain["vary"] == "Accept-Encoding" && packed["vary"] == "Accept-Encoding")
            #expect(plain.text.ranges(of: "<li class=\"row\"").count == 20)
            var page: [UInt8] = []
            try packed.body.withUnsafeBytes { bytes in
                try GzipCoder().expand(bytes, limit: 1 << 20) { page += $0 }
            }
            // The seconds that are left until the session ends may differ.
            let end = /data-end="\d+"/
            #expect(
                String(decoding: page, as: UTF8.self).replacing(end, with: "")
                    == plain.text.replacing(end, with: ""))
            #expect(packed.body.count * 4 < plain.body.count)
        }
    }

    @Test(
        "come to browsers that take them",
        arguments: [
            ("gzip", true), ("br;q=1, GZIP ; q=0.5", true), ("gzip;q=0", false),
            ("gzip; q=0.000", false), ("br, deflate", false), ("xgzip", false), ("", false),
        ])
    func accepted(_ codings: String, isPacked: Bool) async throws {
        try await TestServer.run(at: "conformance:many", others: [Compressing.self]) { server in
            let session = try await server.begin()
            let page = try await get(
                "/s/\(session.key)/conformance:many", of: session, accepting: codings)
            #expect((page["content-encoding"] == "gzip") == isPacked)
        }
    }

    @Test("hold files of the front end", arguments: ["live.js", "base.css"])
    func files(_ name: String) async throws {
        try await TestServer.run(others: [Compressing.self]) { server in
            let session = try await server.begin()
            let page = try await session.page().text
            let base = try #require(page.firstMatch(of: /href="(\/assets\/[^\/]+)\//)).output.1
            let plain = try await get("\(base)/\(name)", of: session, accepting: nil)
            let packed = try await get("\(base)/\(name)", of: session, accepting: "gzip")
            #expect(packed["content-encoding"] == "gzip")
            #expect(packed.body.count < plain.body.count)
        }
    }

    @Test(
        "hold no page that may have a secret, whose length would tell about it",
        arguments: ["conformance:facts", "conformance:form"])
    func secrets(_ location: String) async throws {
        try await TestServer.run(at: location, others: [Compressing.self]) { server in
            let session = try await server.begin()
            let page = try await get(
                "/s/\(session.key)/\(location)", of: session, accepting: "gzip")
            #expect(page.status == 200 && page["content-encoding"] == nil)
        }
    }

    @Test("are none in a product that links nothing which compresses")
    func absent() async throws {
        try await TestServer.run(at: "conformance:many") { server in
            let session = try await server.begin()
            let page = try await get(
                "/s/\(session.key)/conformance:many", of: session, accepting: "gzip")
            #expect(page.status == 200 && page["content-encoding"] == nil)
        }
    }
}
