import TenonCore
import TenonWeb
import TestSupport
import Testing

@Suite("A session without scripts")
struct ServerSessionTests {
    @Test("leads from a form to a page that can be reloaded")
    func redirectAfterPost() async throws {
        try await TestServer.run(at: "conformance:actions") { server in
            let session = try await server.begin()
            let at = ("at", "conformance:actions")
            let answer = try await session.post("act", [at, ("act", "normal")])
            #expect(answer.status == 303)
            #expect(answer["location"] == "/s/\(session.key)/conformance:actions")
            for _ in 0..<3 {
                let page = try await session.follow("/s/\(session.key)/conformance:actions")
                #expect(page.text.contains("1 done, last: normal."))
            }
        }
    }

    @Test("goes where an address says")
    func locations() async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let leading = try await session.get("/s/\(session.key)/conformance:chart")
            #expect(leading.status == 303)
            let other = session.tab(at: try #require(leading["location"]))
            #expect(try await other.page().text.contains("Strength as bars"))
            let nothing = try await session.get("/s/\(session.key)/conformance:nothing")
            #expect(nothing.status == 404)
            #expect(nothing.text.contains("href=\"/s/\(session.key)/\""))
            let opened = try await session.post(
                "act", [("at", "conformance:home"), ("act", "open:chart")])
            #expect(opened.status == 303)
            #expect(try await session.page().text.contains("Strength as bars"))
            let back = try await session.post("back", [("at", "conformance:chart")])
            #expect(back.status == 303)
            #expect(try await session.page().text.contains("All samples"))
        }
    }

    /// Keeps everybody out of one screen.
    private enum Closed: Plugin {
        private struct Policy: RoutePolicy {
            func verdict(on request: RouteRequest) -> RouteVerdict {
                request.location.description == "conformance:chart"
                    ? .refused(reason: "Charts need a <subscription>.") : .allowed
            }
        }

        static let manifest = PluginManifest(
            name: "closed", version: "1.0.0", summary: "")

        static func register(in registrar: inout Registrar) {
            registrar.contribute(.routePolicies) { [Policy()] }
        }
    }

    @Test("says why a screen is refused, and leads back")
    func refused() async throws {
        try await TestServer.run(others: [Closed.self]) { server in
            let session = try await server.begin()
            let refused = try await session.get("/s/\(session.key)/conformance:chart")
            #expect(refused.status == 403)
            #expect(refused.text.contains("Charts need a &lt;subscription&gt;."))
            #expect(refused.text.contains("href=\"/s/\(session.key)/\""))
            #expect(try await session.follow("/s/\(session.key)/conformance:facts").status == 200)
        }
    }

    @Test("searches, and shows other rows")
    func searchAndWindows() async throws {
        try await TestServer.run(at: "conformance:many") { server in
            let session = try await server.begin()
            let at = ("at", "conformance:many")
            _ = try await session.post("window", [at, ("rows", "items:20:70")])
            let rows = try await session.page().text
            #expect(rows.contains("Item #21.") && rows.contains("Item #70."))
            #expect(!rows.contains("Item #20."))
            _ = try await session.post("search", [at, ("text", "#99999.")])
            let found = try await session.page().text
            #expect(found.contains("Item #99999.") && found.contains("value=\"#99999.\""))
            for bad in ["items:0:100000", "items:5:1", "items:-1:5", "items:a:b", "items", ""] {
                #expect(
                    try await session.post("window", [at, ("rows", bad)]).status == 400, "\(bad)")
            }
        }
    }

    @Test("does with the rows whose boxes are checked what is chosen together with them")
    func boxes() async throws {
        try await TestServer.run(at: "conformance:selecting") { server in
            let session = try await server.begin()
            let form = [
                ("at", "conformance:selecting"), ("has.row.parcels", "1"),
                ("row.parcels", "Anvil"), ("row.parcels", "Drum"),
            ]
            _ = try await session.post("choose", form)
            #expect(try await session.page().text.contains("2 chosen"))
            _ = try await session.post("act", Array(form.dropLast()) + [("act", "send")])
            #expect(try await session.page().text.contains("Sent: Anvil."))
            _ = try await session.post("act", Array(form.prefix(2)) + [("act", "send")])
            #expect(try await session.page().text.contains("No row is chosen"))
            _ = try await session.post("filter", Array(form.prefix(1)) + [("filter", "size:small")])
            let small = try await session.page().text
            #expect(small.contains("A small parcel") && !small.contains("A large parcel"))
            #expect(try await session.post("select", Array(form.prefix(1))).status == 400)
        }
    }

    @Test("takes a file and all other fields with a form in parts")
    func upload() async throws {
        try await TestServer.run(at: "conformance:form") { server in
            let session = try await server.begin()
            let fields = [
                ("token", session.token), ("at", "conformance:form"), ("act", "save"),
                ("field.name", "Grace"), ("field.secret", "5ecret"), ("has.sizes", "1"),
                ("field.sizes", "s"), ("field.sizes", "l"), ("field.color", "green"),
            ]
            var body = fields.map {
                "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
            }.joined()
            body +=
                "--b\r\nContent-Disposition: form-data; name=\"field.file\"; "
                + "filename=\"x.csv\"\r\nContent-Type: text/csv\r\n\r\nabc\r\n--b--\r\n"
            let answer = try await session.post(
                "act", [], changing: ["Content-Type": "multipart/form-data; boundary=b"],
                body: Array(body.utf8))
            #expect(answer.status == 303)
            let page = try await session.page().text
            for text in ["Grace", "6 bytes", "&lt;l+s&gt;", "&lt;green&gt;", "x.csv of 3 bytes"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(!page.contains("5ecret"))
        }
    }

    @Test(
        "refuses a form in parts that is none",
        arguments: [
            ("multipart/form-data", ""), ("multipart/form-data; boundary=", "x"),
            ("multipart/form-data; boundary=b", ""), ("multipart/form-data; boundary=b", "garbage"),
            ("multipart/form-data; boundary=b", "--b\r\n\r\n\r\n--b--"),
            ("multipart/form-data; boundary=b\"", "--b--"),
            ("multipart/form-data; charset=x", "--b--"),
        ])
    func badParts(_ type: String, _ body: String) async throws {
        try await TestServer.run { server in
            let session = try await server.begin()
            let answer = try await session.post(
                "act", [], changing: ["Content-Type": type], body: Array(body.utf8))
            #expect(answer.status == 400)
        }
    }

    @Test("answers questions, and says what is wrong with an answer")
    func questions() async throws {
        try await TestServer.run(at: "conformance:actions") { server in
            let session = try await server.begin()
            _ = try await session.post(
                "act", [("at", "conformance:actions"), ("act", "severe")])
            let asked = try await session.page()
            let id = try #require(asked.value(ofInput: "question"))
            let wrong = [("question", id), ("answer", "text"), ("answer-text", "New Town")]
            _ = try await session.post("answer", wrong)
            #expect(
                try await session.page().text.contains("Type “Old Town” exactly, or cancel."))
            _ = try await session.post(
                "answer", [("question", id), ("answer", "text"), ("answer-text", "Old Town")])
            #expect(try await session.page().text.contains("1 done, last: severe."))
            _ = try await session.post("answer", [("question", id), ("answer", "cancel")])
            #expect(try await session.page().status == 200)
        }
    }

    @Test("remembers the appearance in a cookie of its own, and counts it for the application")
    func appearance() async throws {
        try await TestServer.run { server in
            let page = try await server.http.send(
                "GET", "/", headers: ["Cookie": "tenon-appearance=\"><script>"])
            #expect(!page.text.contains("data-theme"))
            let session = try await server.begin()
            let answer = try await session.post("theme", [("scheme", "dark")])
            let cookie = try #require(answer["set-cookie"])
            #expect(cookie.hasPrefix("tenon-appearance=dark; HttpOnly; SameSite=Strict; Path=/"))
            #expect(try await session.page().text.contains("data-theme=\"dark\""))
        }
        try await TestServer.run { server in
            #expect(!(try await server.http.send("GET", "/").text.contains("data-theme")))
            let dark = try await server.http.send(
                "GET", "/", headers: ["Cookie": "tenon-appearance=dark"])
            #expect(dark.text.contains("data-theme=\"dark\""))
        }
    }

    @Test("speaks Portuguese")
    func portuguese() async throws {
        try await TestServer.run(language: "pt-BR") { server in
            let page = try await server.http.send("GET", "/")
            #expect(page.text.contains("lang=\"pt-BR\""))
            #expect(page.text.contains("Esta página é privada"))
        }
    }

    @Test("hears of changes as they happen")
    func events() async throws {
        try await TestServer.run(at: "conformance:actions") { server in
            let session = try await server.begin()
            var text = ""
            var sent: [String] = []
            for await piece in session.pieces("/live/\(session.key)") {
                text += String(decoding: piece, as: UTF8.self)
                if text.contains("retry:"), sent.isEmpty {
                    sent.append("act")
                    _ = try await session.post(
                        "act", [("at", "conformance:actions"), ("act", "normal")])
                }
                if text.contains("event: change"), sent == ["act"] {
                    sent.append("stop")
                    _ = try await session.post("stop", [])
                }
            }
            #expect(sent == ["act", "stop"])
            #expect(text.contains("text/event-stream"))
            #expect(text.contains("event: end"))
            #expect(!text.contains("done"))
        }
    }

    @Test("ends with the stop button: the page says so, and the server is gone")
    func stop() async throws {
        var limits = WebLimits()
        // Long enough for the look at a page that follows.
        limits.graceTime = .seconds(10)
        try await TestServer.run(limits: limits) { server in
            let session = try await server.begin()
            let over = try await session.post("stop", [])
            #expect(over.status == 410)
            #expect(over.text.contains("The session is over"))
            #expect(try await session.get("/s/\(session.key)/").status == 410)
            try await server.waitForEnd()
        }
    }

    @Test("does not end in the middle of its use, however long it has lasted")
    func used() async throws {
        var limits = WebLimits()
        limits.absoluteTime = .zero
        limits.breakTime = .seconds(1000)
        limits.idleTime = .seconds(2000)
        try await TestServer.run(limits: limits) { server in
            let session = try await server.begin()
            let page = try await session.page().text
            let left = page.firstMatch(of: /data-end="([0-9]+)"/).flatMap { Int($0.output.1) }
            #expect((2...1000).contains(left ?? 0))
        }
    }

    @Test("ends when it is not used, and when it has lasted long enough")
    func timeOuts() async throws {
        var idle = WebLimits()
        // Without a session it ends after this time as well: long enough for the first request.
        idle.idleTime = .seconds(10)
        idle.graceTime = .milliseconds(300)
        var absolute = idle
        absolute.idleTime = .seconds(600)
        absolute.absoluteTime = .seconds(2)
        absolute.breakTime = .seconds(1)
        for limits in [idle, absolute] {
            try await TestServer.run(limits: limits) { server in
                let start = try await server.http.send("GET", server.startPath)
                #expect(start.status == 303 && start["set-cookie"] != nil)
                try await server.waitForEnd()
            }
        }
        var unused = idle
        unused.idleTime = .seconds(2)
        try await TestServer.run(limits: unused) { try await $0.waitForEnd() }
    }
}
