import Foundation
import TestSupport
import Testing

@Suite("A front end that is a service", .serialized)
struct ServerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start(
        _ arguments: String..., adding variables: [String: String] = [:]
    ) throws -> RunningProgram {
        try RunningProgram(
            built: "server-sample", ["--listen", "127.0.0.1:0"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path].merging(variables) { $1 },
            errors: "\(folder.path)/log")
    }

    /// The kind of the problem in a response, which must be a document of RFC 9457 about its status.
    private func kind(_ response: LoopbackHTTP.Response) throws -> String {
        #expect(response["content-type"] == "application/problem+json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
        #expect(document["status"] as? Int == response.status)
        #expect(document["title"] is String)
        return try #require(document["type"] as? String)
    }

    @Test("Listens on another port of the same address, when only that is said")
    func port() async throws {
        let server = try RunningProgram(
            built: "server-sample", ["--listen", "127.0.0.1:1", "--port", "0"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
            errors: "\(folder.path)/log")
        #expect(server.firstLine.hasPrefix("http://127.0.0.1:"))
        #expect(server.port > 1)
        #expect(try await LoopbackHTTP(port: server.port).send("GET", "/health").status == 200)
        #expect(throws: RunningProgram.DidNotStart.self) { _ = try start("--port", "65536") }
    }

    @Test("Answers what plugins contribute, and says how it does")
    func answers() async throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        let answer = try await http.send(
            "PUT", "/shops/a/orders/7?copy=2&x", headers: ["X-Word": "hi"], body: [1, 2, 3])
        #expect(answer.status == 200)
        #expect(answer.text == "a 7 2 hi 3")
        #expect(answer["cache-control"] == "no-store")
        #expect(try await http.send("GET", "/health").status == 200)
        #expect(try await http.send("GET", "/ready").status == 200)
        let metrics = try await http.send("GET", "/metrics")
        #expect(metrics["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        let line =
            #"tenon_requests_total{method="PUT",route="/shops/{shop}/orders/{order}",status="200"} 1"#
        #expect(metrics.text.contains(line))
        #expect(metrics.text.contains("tenon_requests_in_flight 1"))
    }

    @Test("Takes content whose length is not said, and none where there is none")
    func content() async throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        let head = "PUT /shops/a/orders/7 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        for (rest, count) in [
            ("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", 5),
            ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 0),
            ("Content-Length: 2\r\n\r\nab", 2), ("Content-Length: 0\r\n\r\n", 0), ("\r\n", 0),
        ] {
            let answer = try LoopbackHTTP.parse(
                try await http.exchange(Array((head + rest).utf8)))
            #expect(answer.status == 200)
            #expect(answer.text == "a 7 - - \(count)")
        }
    }

    @Test("Takes content that arrives slowly, and not what hardly arrives at all")
    func slowContent() async throws {
        let server = try start()
        @Sendable func send(
            _ count: Int, of piece: Int, every pause: Duration
        ) async throws -> LoopbackHTTP.Response {
            let socket = try LoopbackSocket(port: server.port)
            let head = """
                PUT /letters HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
                Content-Length: \(count * piece)\r\n\r\n
                """
            try socket.write(Array(head.utf8))
            for number in 0..<count {
                // Time: in all, longer than the server waits for the next piece.
                if number > 0 { try await Task.sleep(for: pause) }
                try socket.write([UInt8](repeating: 7, count: piece))
            }
            var reply: [UInt8] = []
            while case let more = try socket.read(), !more.isEmpty { reply += more }
            return try LoopbackHTTP.parse(reply)
        }
        async let steady = send(9, of: 9_000, every: .seconds(4))
        async let trickle = send(3, of: 1, every: .milliseconds(15_500))
        #expect(try await steady.text == "81000")
        let refused = try await trickle
        #expect(refused.status == 408)
        #expect(try kind(refused) == "/problems/slow")
    }

    @Test("Lets an endpoint look at a request before its content is read")
    func admission() async throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        let body = [UInt8](repeating: 7, count: 50_000)
        let wanted = try await http.send(
            "PUT", "/parcels", headers: ["X-Word": "please"], body: body)
        #expect(wanted.text == "0 50000")
        // The answer comes before the content, which is discarded: the next request is read as one.
        let socket = try LoopbackSocket(port: server.port)
        let length = ["Connection": "", "Content-Length": "\(body.count)"]
        for _ in 0..<2 {
            try socket.write(http.request("PUT", "/parcels", headers: length))
            var answer: [UInt8] = []
            while !String(decoding: answer, as: UTF8.self).contains("No, thanks.") {
                let piece = try socket.read()
                try #require(!piece.isEmpty)
                answer += piece
            }
            let refused = try LoopbackHTTP.parse(answer)
            #expect(refused.status == 403)
            #expect(try kind(refused) == "/problems/unwanted")
            try socket.write(body)
        }
    }

    @Test("Answers requests that do not wait for each other, in their order")
    func pipelining() throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        let socket = try LoopbackSocket(port: server.port)
        let requests = (1...50).flatMap { number in
            http.request(
                "PUT", "/shops/a/orders/\(number)", headers: ["Connection": ""], body: [7])
        }
        try socket.write(requests + http.request("GET", "/health"))
        var answers = ""
        while case let piece = try socket.read(), !piece.isEmpty {
            answers += String(decoding: piece, as: UTF8.self)
        }
        let orders = answers.matches(of: /a ([0-9]+) - - 1/).compactMap { Int($0.1) }
        #expect(orders == Array(1...50))
        #expect(answers.hasSuffix("ok\n"))
    }

    @Test("Every error is a problem document, also those below the endpoints")
    func problems() async throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        let nothing = try await http.send("GET", "/nothing")
        #expect(nothing.status == 404)
        #expect(try kind(nothing) == "/problems/not-found")
        let method = try await http.send("POST", "/health")
        #expect(method.status == 405)
        #expect(method["allow"] == "GET")
        #expect(try kind(method) == "/problems/method")
        let refusal = try await http.send("GET", "/refusal")
        #expect(refusal.status == 429)
        #expect(refusal["retry-after"] == "7")
        #expect(try kind(refusal) == "/problems/too-many")
        let surprise = try await http.send("GET", "/surprise")
        #expect(surprise.status == 500)
        #expect(try kind(surprise) == "/problems/defect")
        for count in [1_001, 3_000, 9_000] {
            let large = try await http.send(
                "PUT", "/shops/a/orders/7", body: [UInt8](repeating: 0, count: count))
            #expect(large.status == 413)
            #expect(try kind(large) == "/problems/too-large")
        }
        let garbage = try LoopbackHTTP.parse(try await http.exchange(Array("what\r\n\r\n".utf8)))
        #expect(garbage.status == 400)
        #expect(try kind(garbage) == "/problems/malformed")
    }

    @Test("Its log has a line of JSON for each request, and nothing that is the client's own")
    func log() async throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        _ = try await http.send(
            "PUT", "/shops/hidden1/orders/7?copy=hidden2", headers: ["X-Word": "hidden3"],
            body: Array("hidden4".utf8))
        _ = try await http.send("GET", "/hidden5")
        _ = try await http.send("PROPFIND", "/health")
        #expect(server.end() == 0)
        let lines = server.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
        let events = try lines.map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(
            events.compactMap { $0["event"] as? String } == [
                "listening", "request", "request", "request", "stopping",
            ])
        #expect(events[1]["route"] as? String == "/shops/{shop}/orders/{order}")
        #expect(!server.errors.contains("hidden"))
    }

    @Test("Told to end, it answers what it has begun, and is not ready for more")
    func stop() async throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        async let slow = http.send("GET", "/slow")
        try await until("a request that takes long") { server.errors.contains("slow begins") }
        server.terminate()
        #expect(try await slow.text == "done")
        #expect(server.wait() == 0)
        await #expect(throws: LoopbackHTTP.Failure.self) { try await http.send("GET", "/health") }
    }

    @Test("Is healthy and not ready while something that it needs is not in order")
    func unready() async throws {
        let server = try start(adding: ["SAMPLE_BROKEN": "1"])
        let http = LoopbackHTTP(port: server.port)
        #expect(try await http.send("GET", "/health").status == 200)
        let answer = try await http.send("GET", "/ready")
        #expect(answer.status == 503)
        #expect(answer["retry-after"] != nil)
        #expect(try kind(answer) == "/problems/not-ready")
    }

    @Test("Takes no more connections than it may have; whoever waits is served when one closes")
    func connections() async throws {
        let server = try start("--connections", "2")
        let http = LoopbackHTTP(port: server.port)
        var open: [LoopbackSocket] = []
        for _ in 0..<2 {
            let socket = try LoopbackSocket(port: server.port)
            try socket.write(http.request("GET", "/health", headers: ["Connection": ""]))
            #expect(try !socket.read().isEmpty)
            open.append(socket)
        }
        async let waiting = http.send("GET", "/health")
        func served() -> Int {
            server.errors.split(separator: "\n").count { $0.contains("/health") }
        }
        // A line is written after the answer.
        try await until("two lines in the log") { served() >= 2 }
        // Time: nothing tells that a third one is left waiting.
        try await Task.sleep(for: .milliseconds(300))
        #expect(served() == 2)
        open.removeAll()
        #expect(try await waiting.status == 200)
    }

    @Test("Believes a proxy that it trusts about who has asked, and nobody else")
    func proxies() async throws {
        func client(_ server: RunningProgram, _ forwarded: String) async throws -> String {
            let headers = ["X-Forwarded-For": forwarded]
            return try await LoopbackHTTP(port: server.port).send(
                "GET", "/client", headers: headers
            ).text
        }
        let alone = try start()
        #expect(try await client(alone, "192.0.2.7") == "127.0.0.1")
        let behind = try start("--trusted-proxies", "127.0.0.1, 2001:db8::1")
        #expect(try await client(behind, "") == "127.0.0.1")
        #expect(try await client(behind, "192.0.2.7") == "192.0.2.7")
        // Whoever asks the proxy may have said anything before.
        #expect(try await client(behind, "127.0.0.1, 192.0.2.9,192.0.2.7") == "192.0.2.7")
        #expect(try await client(behind, "192.0.2.7, 2001:DB8:0::1") == "192.0.2.7")
        #expect(try await client(behind, "::ffff:192.0.2.7") == "192.0.2.7")
        #expect(try await client(behind, "2001:db8::7") == "2001:db8:0:0:0:0:0:7")
        #expect(try await client(behind, "192.0.2.7,\t2001:db8::1") == "192.0.2.7")
        for text in ["192.0.2.7, unknown", "1 92.0.2.7", "192.0.2.7, 2001 db8::1"] {
            #expect(try await client(behind, text) == "127.0.0.1", "\(text)")
        }
        #expect(throws: RunningProgram.DidNotStart.self) {
            _ = try start("--trusted-proxies", "127.0.0.1,proxy")
        }
    }

    @Test("Answers over TLS by the files of a certificate")
    func encryption() async throws {
        let script = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
                -keyout key.pem -out server.pem -days 2 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost,IP:127.0.0.1
            """
        let shell = Program(path: "/bin/sh", folder: folder.path)
        #expect(try await shell.run(["-c", script]).status == 0)
        let (certificate, key) = ("\(folder.path)/server.pem", "\(folder.path)/key.pem")
        let server = try start("--tls-certificate", certificate, "--tls-key", key)
        #expect(server.firstLine.hasPrefix("https://127.0.0.1:"))
        let client = try await shell.run([
            "-c",
            "printf 'GET /health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' | "
                + "openssl s_client -connect 127.0.0.1:\(server.port) -CAfile server.pem "
                + "-verify_return_error -quiet -ign_eof",
        ])
        #expect(client.output.hasPrefix("HTTP/1.1 200 OK"))
        let half = try await Program(built: "server-sample").run("--tls-key", key)
        #expect(half.status == 78)
        #expect(half.errors.contains("TLS needs both a certificate and its key."))
        let none = try await Program(built: "server-sample").run(
            "--tls-key", key, "--tls-certificate", key)
        #expect(none.status == 78)
    }

    @Test("Names an address that it cannot listen on, and what to do")
    func address() async throws {
        let server = try start()
        let taken = try await Program(built: "server-sample").run(
            "--listen", "127.0.0.1:\(server.port)")
        #expect(taken.status == 69)
        #expect(taken.errors.contains("--listen"))
        for wrong in ["127.0.0.1", "here:", "::1:80", ":80", "here:70000"] {
            let result = try await Program(built: "server-sample").run("--listen", wrong)
            #expect(result.status == 64, "\(wrong)")
        }
    }

    @Test(
        "What is away for a moment, and a disk that is full, are no defect",
        arguments: [
            ("/absence", 503, "5", "/problems/away", "sample.away: It is away."),
            ("/fullness", 507, "60", "/problems/server-full", "database.full: It is full."),
        ])
    func passing(
        path: String, status: Int, wait: String, kind: String, line: String
    ) async throws {
        let server = try start()
        let answer = try await LoopbackHTTP(port: server.port).send("GET", path)
        #expect(answer.status == status)
        #expect(answer["retry-after"] == wait)
        #expect(try self.kind(answer) == kind)
        #expect(server.errors.contains(line))
    }

    @Test("A reply goes on while pieces come, and ends when the server is told to")
    func pieces() async throws {
        let server = try start()
        let http = LoopbackHTTP(port: server.port)
        #expect(try await http.send("GET", "/words?finite").text == "first second ")
        var pieces = http.pieces(http.request("GET", "/words")).makeAsyncIterator()
        var text = ""
        while !text.contains("second"), let piece = await pieces.next() {
            text += String(decoding: piece, as: UTF8.self)
        }
        #expect(text.contains("first"))
        #expect(server.end() == 0)
        while let piece = await pieces.next() { text += String(decoding: piece, as: UTF8.self) }
        // The last chunk (RFC 9112, section 7.1): it was not broken off.
        #expect(text.hasSuffix("0\r\n\r\n"))
    }

    @Test("Parts start before the first request, stop after the last, and not while a command runs")
    func parts() async throws {
        let server = try start()
        #expect(try await LoopbackHTTP(port: server.port).send("GET", "/health").status == 200)
        #expect(server.end() == 0)
        let lines = server.errors.split(separator: "\n")
            .filter { !$0.contains("{") || $0.contains("listening") }
            .map { $0.contains("listening") ? "listening" : String($0) }
        #expect(
            lines == ["inner starts", "outer starts", "listening", "outer stops", "inner stops"])
        let check = try await Program(built: "server-sample").run("--check")
        #expect(check.status == 0)
        #expect(!check.errors.contains("starts"))
    }
}
