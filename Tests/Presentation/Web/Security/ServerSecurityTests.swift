import TenonWeb
import TestSupport
import Testing

/// What a hostile page, another program or another user of the machine may try.
@Suite("The server turns away what does not come from its own pages")
struct ServerSecurityTests {
    @Test("A foreign Host is refused before anything else, also with all proofs")
    func foreignHost() async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let port = server.http.port
            for host in ["evil.example", "evil.example:\(port)", "127.0.0.1:1", "127.0.0.1", ""] {
                var headers = session.headers
                headers["Host"] = host
                let page = try await server.http.send(
                    "GET", "/s/\(session.key)/", headers: headers)
                #expect(page.status == 403 || page.status == 400, "\(host)")
                #expect(!page.text.contains("All samples"))
            }
            for host in ["localhost:\(port)", "[::1]:\(port)", "LOCALHOST:\(port)"] {
                var headers = session.headers
                headers["Host"] = host
                let page = try await server.http.send(
                    "GET", "/s/\(session.key)/", headers: headers)
                #expect(page.status == 303, "\(host)")
            }
        }
    }

    @Test("A second Host, or another one in the request target, is refused beside our own")
    func secondHost() async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let own = "127.0.0.1:\(server.http.port)"
            let path = "/s/\(session.key)/"
            func status(_ target: String, _ hosts: [String]) async throws -> Int {
                let lines =
                    ["GET \(target) HTTP/1.1"] + hosts.map { "Host: \($0)" }
                    + session.headers.map { "\($0.key): \($0.value)" } + ["Connection: close"]
                let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
                return try LoopbackHTTP.parse(try await server.http.exchange(bytes)).status
            }
            #expect(try await status(path, [own]) == 303)
            #expect(try await status("http://\(own)\(path)", [own]) == 303)
            for hosts in [[own, "evil.example"], ["evil.example", own], [own, own]] {
                #expect(try await status(path, hosts) == 400, "\(hosts)")
            }
            for target in [
                "http://evil.example\(path)", "HTTP://evil.example:1\(path)",
                "http://user@\(own)\(path)", "https://evil.example\(path)",
                "http://evil.example", "evil://x\(path)", "evil.example:443", "*",
            ] {
                #expect(try await status(target, [own]) == 400, "\(target)")
            }
            #expect(try await status("http://evil.example\(path)", ["evil.example"]) == 403)
        }
    }

    @Test("A foreign Host does not use up the start token")
    func foreignHostAtStart() async throws {
        try await TestServer.run { server in
            let refused = try await server.http.send(
                "GET", server.startPath, headers: ["Host": "evil.example"])
            #expect(refused.status == 403)
            let session = try await server.begin()
            #expect(try await session.page().status == 200)
        }
    }

    @Test(
        "A form that another site sends is refused and changes nothing",
        arguments: [
            ["Origin": "http://evil.example"],
            ["Origin": "null", "Sec-Fetch-Site": "cross-site"],
            ["Origin": "null", "Sec-Fetch-Site": ""],
            ["Origin": "http://127.0.0.1:1"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
            ["Sec-Fetch-Site": "", "Origin": ""],
        ])
    func foreignOrigin(_ headers: [String: String]) async throws {
        try await TestServer.run(at: "conformance:actions") { server in
            let session = try await server.begin()
            let answer = try await session.post(
                "act", [("at", "conformance:actions"), ("act", "normal")], changing: headers)
            #expect(answer.status == 403)
            #expect(try await session.page().text.contains("0 done"))
            let proper = try await session.post(
                "act", [("at", "conformance:actions"), ("act", "normal")])
            #expect(proper.status == 303)
            #expect(try await session.page().text.contains("1 done"))
        }
    }

    @Test(
        "A page that another site asks for is refused",
        arguments: [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
            ["Origin": "http://evil.example"], ["Sec-Purpose": "prefetch;prerender"],
        ])
    func foreignRead(_ headers: [String: String]) async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let all = session.headers.merging(headers) { $1 }
            for path in [
                "/s/\(session.key)/", "/new/\(session.key)/", "/live/\(session.key)", "/",
            ] {
                #expect(try await server.http.send("GET", path, headers: all).status == 403)
            }
        }
    }

    @Test("Without the start token there is no session")
    func missingToken() async throws {
        try await TestServer.run { server in
            for path in [
                "/", "/start/", "/start/wrong", "/start/\(String(repeating: "A", count: 43))",
            ] {
                let page = try await server.http.send("GET", path)
                #expect(page.status == 403, "\(path)")
                #expect(page["set-cookie"] == nil)
            }
        }
    }

    @Test("The start token works once; the browser that used it may come back")
    func replayedToken() async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let replayed = try await server.http.send("GET", server.startPath)
            #expect(replayed.status == 403)
            #expect(replayed["set-cookie"] == nil)
            let again = try await session.get(server.startPath)
            #expect(again.status == 303)
            #expect(again["location"] == "/s/\(session.key)/")
        }
    }

    @Test("A page that is fetched before anybody asked for it does not use up the token")
    func prefetch() async throws {
        try await TestServer.run { server in
            let early = try await server.http.send(
                "GET", server.startPath, headers: ["Sec-Purpose": "prefetch"])
            #expect(early.status == 403)
            let picture = try await server.http.send(
                "GET", server.startPath, headers: ["Sec-Fetch-Mode": "no-cors"])
            #expect(picture.status == 403)
            _ = try await server.begin()
        }
    }

    @Test("After some wrong tokens others have to wait, and the right one does not")
    func lockOut() async throws {
        try await TestServer.run { server in
            for _ in 0..<5 { _ = try await server.http.send("GET", "/start/wrong") }
            #expect(try await server.http.send("GET", "/start/wrong").status == 429)
            _ = try await server.begin()
        }
    }

    @Test("The cookie alone is not enough, nor is the path key")
    func bothProofs() async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let key = session.key
            let without = ["Sec-Fetch-Site": "same-origin"]
            #expect(try await server.http.send("GET", "/s/\(key)/", headers: without).status == 403)
            #expect(try await session.get("/s/AAAAAAAAAAAAAAAAAAAAAA/").status == 403)
            #expect(try await session.get("/s//").status == 403)
            #expect(try await session.get("/live/AAAAAAAAAAAAAAAAAAAAAA").status == 403)
            #expect(try await session.get("/new/AAAAAAAAAAAAAAAAAAAAAA/").status == 403)
            #expect(
                try await server.http.send("GET", "/new/\(key)/", headers: without).status == 403)
            #expect(try await session.get("/").status == 403)
            let name = session.cookie.split(separator: "=")[0]
            for cookie in ["\(name)=x", "tenon=\(session.cookie.split(separator: "=")[1])"] {
                let page = try await server.http.send(
                    "GET", "/s/\(key)/", headers: ["Cookie": cookie])
                #expect(page.status == 403, "\(cookie)")
            }
        }
    }

    @Test("A cookie of the same name from another server does not lock the person out")
    func doubledCookie() async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let name = session.cookie.split(separator: "=")[0]
            let page = try await server.http.send(
                "GET", "/s/\(session.key)/",
                headers: ["Cookie": "\(name)=planted; \(session.cookie); other=1"])
            #expect(page.status == 303)
        }
    }

    @Test("The cookie is out of reach of scripts and other sites, and named for this start only")
    func cookieAttributes() async throws {
        let names = try await [TestServer.run(cookieHeader), TestServer.run(cookieHeader)].map {
            let parts = $0.split(separator: "; ").map(String.init)
            #expect(parts.dropFirst() == ["HttpOnly", "SameSite=Strict", "Path=/"])
            return parts[0].split(separator: "=")[0]
        }
        #expect(names[0] != names[1])
    }

    @Sendable
    private func cookieHeader(_ server: TestServer) async throws -> String {
        try await server.http.send("GET", server.startPath)["set-cookie"] ?? ""
    }

    @Test(
        "A form needs the token of its session",
        arguments: ["act", "edit", "answer", "back", "search", "window", "theme", "stay", "stop"])
    func wrongFormToken(_ command: String) async throws {
        try await TestServer.run(at: "conformance:actions") { server in
            let session = try await server.begin()
            for token in ["", "wrong", String(session.token.dropLast())] {
                let answer = try await session.post(
                    command, [("at", "conformance:actions"), ("act", "normal")], token: token)
                #expect(answer.status == 403)
                #expect(answer["set-cookie"] == nil)
            }
            let page = try await session.page()
            #expect(page.status == 200)
            #expect(page.text.contains("0 done"))
        }
    }

    @Test("Getting the address of a command does nothing")
    func getChangesNothing() async throws {
        try await TestServer.run(at: "conformance:actions") { server in
            let session = try await server.begin()
            let query = "?token=\(session.token)&at=conformance%3Aactions&act=normal"
            for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"] {
                let answer = try await server.http.send(
                    method, "/do/\(session.key)/act\(query)", headers: session.headers)
                #expect(answer.status == 405, "\(method)")
            }
            #expect(try await session.page().text.contains("0 done"))
            #expect(try await session.get("/do/\(session.key)/stop").status == 405)
            #expect(try await session.page().status == 200)
        }
    }

    @Test("A form of a screen that has gone does nothing, and says so")
    func oldPage() async throws {
        try await TestServer.run(at: "conformance:actions") { server in
            let session = try await server.begin()
            let answer = try await session.post(
                "act", [("at", "conformance:form"), ("act", "normal")])
            #expect(answer.status == 303)
            // Another tab may be using the session: this one gets its own, and is told so.
            let page = try await session.follow(answer["location"] ?? "").text
            #expect(page.contains("The screen had changed"))
            #expect(page.contains("Save the form"))
            #expect(try await session.page().text.contains("0 done"))
        }
    }
}
