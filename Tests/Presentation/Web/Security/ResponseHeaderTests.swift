import TenonWeb
import TestSupport
import Testing

@Suite("Every response carries the security headers")
struct ResponseHeaderTests {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        + "object-src 'none'; frame-ancestors 'none'"

    /// For a drawing that is opened by itself.
    private static let picturePolicy =
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

    private func check(
        _ response: LoopbackHTTP.Response, status: Int, policy: String = Self.policy
    ) {
        #expect(response.status == status)
        #expect(response["content-security-policy"] == policy)
        #expect(response["x-content-type-options"] == "nosniff")
        #expect(response["referrer-policy"] == "no-referrer")
        #expect(response["cross-origin-opener-policy"] == "same-origin")
        #expect(response["cross-origin-resource-policy"] == "same-origin")
        #expect(response["x-frame-options"] == "DENY")
        #expect(!response.headers.contains { $0.name.hasPrefix("access-control") })
        #expect(response["server"] == nil)
        #expect(response["strict-transport-security"] == nil)
        let isAsset = response["content-type"].map { !$0.hasPrefix("text/html") } ?? false
        #expect(response["cache-control"] == "no-store" || (isAsset && status == 200))
    }

    @Test("Pages, redirections and refusals")
    func ordinary() async throws {
        try await TestServer.run { server in
            check(try await server.http.send("GET", "/"), status: 403)
            check(try await server.http.send("GET", "/nowhere"), status: 404)
            check(try await server.http.send("POST", "/"), status: 405)
            check(try await server.http.send("GET", server.startPath), status: 303)
            check(try await server.http.send("GET", server.startPath), status: 403)
        }
        try await TestServer.run { server in
            let session = try await server.begin()
            check(try await session.page(), status: 200)
            check(try await session.get("/s/\(session.key)/no-such-place"), status: 404)
            check(try await session.get("/s/\(session.key)/%zz"), status: 404)
            check(try await session.post("theme", [("scheme", "dark")]), status: 303)
            check(try await session.post("act", []), status: 303)
            check(
                try await session.post("act", [("at", "conformance:home")]), status: 400)
            check(
                try await session.post("act", [], changing: ["Content-Type": "text/plain"]),
                status: 415)
            check(try await session.post("stop", []), status: 410)
        }
    }

    @Test("Files of the front end")
    func assets() async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let page = try await session.page().text
            let base = try #require(page.firstMatch(of: /href="(\/assets\/[^\/]+)\//)).output.1
            for asset in WebAsset.allCases {
                let file = try await server.http.send("GET", "\(base)/\(asset.rawValue)")
                check(
                    file, status: 200, policy: asset == .icon ? Self.picturePolicy : Self.policy)
                #expect(file["content-type"] == asset.mediaType)
                #expect(!file.body.isEmpty)
            }
            check(try await server.http.send("GET", "\(base)/../live.js"), status: 404)
            check(try await server.http.send("GET", "/assets/old/live.js"), status: 404)
        }
    }

    @Test("An error that nobody expected")
    func defect() async throws {
        try await TestServer.run(at: "there:is:no:such:place") { server in
            let page = try await server.http.send("GET", server.startPath)
            check(page, status: 500)
            #expect(!page.text.contains("there:is"))
        }
    }

    @Test("A request that is not HTTP")
    func notHTTP() async throws {
        try await TestServer.run { server in
            let answer = try await server.http.exchange(Array("GARBAGE\r\n\r\n".utf8))
            check(try LoopbackHTTP.parse(answer), status: 400)
            let long = "GET / HTTP/1.1\r\nHost: x\r\nLong: \(String(repeating: "a", count: 70_000))"
            let second = try await server.http.exchange(Array("\(long)\r\n\r\n".utf8))
            let response = try LoopbackHTTP.parse(second)
            check(response, status: response.status)
            #expect((400..<500).contains(response.status))
        }
    }

    @Test("A body that is too large, announced or not")
    func tooLarge() async throws {
        var limits = WebLimits()
        limits.formBytes = 1000
        limits.uploadBytes = 2000
        try await TestServer.run(limits: limits) { server in
            let session = try await server.begin()
            check(
                try await session.post("search", [("text", String(repeating: "a", count: 1000))]),
                status: 413)
            check(
                try await session.post(
                    "search", [("text", "a")], changing: ["Content-Length": "999999999"]),
                status: 413)
            let chunk = String(repeating: "a", count: 0x1000)
            let chunks = String(repeating: "1000\r\n\(chunk)\r\n", count: 3) + "0\r\n\r\n"
            var headers = session.headers
            headers["Origin"] = "http://127.0.0.1:\(server.http.port)"
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Transfer-Encoding"] = "chunked"
            headers["Content-Length"] = ""
            check(
                try await server.http.send(
                    "POST", "/do/\(session.key)/search", headers: headers,
                    body: Array(chunks.utf8)),
                status: 413)
            #expect(try await session.page().status == 200)
        }
    }
}
