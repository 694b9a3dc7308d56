import Foundation
import TestSupport
import Testing

@Suite("tools/schema-test")
struct SchemaTestTests {
    private func run(_ arguments: String...) async throws -> Program.Result {
        try await Checkout.script("schema-test/run").run(arguments)
    }

    @Test("The sync server does what its document says, and nothing that it does not say")
    func server() async throws {
        let result = try await run(
            "--server", "\(Program.products)/wallet-sync", "--examples",
            TestRun.isWhole ? "200" : "5")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        // All but that of the document itself.
        #expect(result.output.contains("Tested: 17"))
        #expect(result.output.contains("Seed: 1"))
    }

    /// A server with one operation, which answers the same each time.
    private static func program(_ answer: String) -> String {
        """
        #!/usr/bin/python3
        import http.server, json
        CONTENT = {"application/json": {"schema": {"type": "object", "maxProperties": 0}}}
        RESPONSES = {"200": {"description": "All is well.", "content": CONTENT}}
        DOCUMENT = {
            "openapi": "3.2.0", "info": {"title": "one", "version": "1"},
            "paths": {"/one": {"get": {"responses": RESPONSES}}}}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/openapi.json":
                    self.answer(200, "application/json", json.dumps(DOCUMENT).encode())
                else:
                    self.answer(\(answer))

            def refuse(self):
                self.answer(405, "application/problem+json", b'{"status": 405}')

            do_DELETE = do_OPTIONS = do_PATCH = do_POST = do_PUT = do_QUERY = do_TRACE = refuse

            def answer(self, status, type, body):
                self.send_response(status)
                self.send_header("Content-Type", type)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Allow", "GET")
                self.end_headers()
                self.wfile.write(body)

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(f"http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
        """
    }

    @Test(
        "A server that does something else is found out, and one that does not is let pass",
        arguments: [
            ("200, 'application/json', b'{}'", ""),
            ("500, 'application/problem+json', b'{\"status\": 500}'", "Server error"),
            ("202, 'application/json', b'{}'", "Undocumented status code"),
            ("200, 'text/plain', b'{}'", "Undocumented Content-Type"),
            ("200, 'application/json', b'{\"a\": 1}'", "Response violates schema"),
            ("404, 'text/plain', b'no'", "404 has content of the type 'text/plain'"),
            ("404, 'application/problem+json', b'{\"status\": 400}'", "problem document with 400"),
        ])
    func otherServer(_ answer: String, _ said: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.program(answer), to: "server", permissions: 0o755)
        let result = try await run("--server", "\(folder.path)/server", "--examples", "1")
        #expect(result.status == (said.isEmpty ? 0 : 1), "\(result.errors)")
        #expect(said.isEmpty || result.output.contains(said), "\(result.output)")
    }

    @Test("Where schemathesis is not there and cannot be installed, it says what to do")
    func withoutPackages() async throws {
        let folder = try TemporaryFolder()
        let name = "tools/schema-test/run"
        let text = try String(contentsOfFile: "\(Checkout.folder)/\(name)", encoding: .utf8)
        try folder.write(text, to: name, permissions: 0o755)
        // Nothing answers there, and pip is told of nowhere else.
        let offline = [
            "PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_EXTRA_INDEX_URL": "",
            "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": "/dev/null",
        ]
        let result = try await Program(
            path: "\(folder.path)/\(name)",
            environment: ProcessInfo.processInfo.environment.merging(offline) { $1 }
        ).run()
        #expect(result.status == 69, "\(result.errors)")
        #expect(result.errors.contains("pip cannot install schemathesis "))
        #expect(result.errors.contains("here: \(folder.path)/.build/schemathesis/"))
    }

    @Test(
        "Wrong words are refused before anything is done",
        arguments: [
            (["--sed"], "'--sed' is not known here"),
            (["--seed", "x"], "'x' is not a whole number from 1"),
            (["--examples", "0"], "'0' is not a whole number from 1"),
        ])
    func wrongWords(_ arguments: [String], _ said: String) async throws {
        let result = try await Checkout.script("schema-test/run").run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("tools/schema-test/run: "))
        #expect(result.errors.contains(said), "\(result.errors)")
    }
}
