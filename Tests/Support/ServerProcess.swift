import Foundation

/// A small server in Python on a port of its own, ended with the last reference to it.
package final class ServerProcess: Sendable {
    package struct DidNotStart: Error {}

    /// The port on the loopback address.
    package let port: Int
    private let process: Process
    private let input: Pipe

    /// Starts a script that prints its port as its first line, and ends with its input.
    package init(_ script: String, _ arguments: [String]) throws {
        process = Process()
        input = Pipe()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        guard let port = Int(try output.fileHandleForReading.nextLine()) else {
            throw DidNotStart()
        }
        self.port = port
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

extension ServerProcess {
    /// Serves the repositories of a folder with `git http-backend` to who knows the password.
    ///
    /// The file `password` in the folder holds `USER:PASSWORD`, and is read for each request.
    package static func git(in folder: String) throws -> ServerProcess {
        try ServerProcess(script(gitHandler), [folder])
    }

    /// Answers `/v2/` as a registry of Docker does, by the same kind of file.
    package static func registry(in folder: String) throws -> ServerProcess {
        try ServerProcess(script(registryHandler), [folder])
    }

    private static func script(_ handler: String) -> String {
        """
        import base64, http.server, os, subprocess, sys, threading
        folder = sys.argv[1]
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *arguments): pass
            def say(self, status, body=b"", headers=()):
                self.send_response(status)
                for name, value in headers: self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def is_allowed(self):
                wanted = open(folder + "/password", "rb").read().strip()
                return self.headers.get("Authorization") == "Basic " + base64.b64encode(wanted).decode()
            def refuse(self):
                self.say(401, b"{}", [("WWW-Authenticate", 'Basic realm="test"')])
            def body(self):
                if self.headers.get("Transfer-Encoding") == "chunked":
                    data = b""
                    while True:
                        size = int(self.rfile.readline(), 16)
                        data += self.rfile.read(size)
                        self.rfile.readline()
                        if size == 0: return data
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            def do_GET(self): self.answer()
            def do_POST(self): self.answer()
        \(handler)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()
        """
    }

    private static let gitHandler = """
            def answer(self):
                body = self.body()
                if not self.is_allowed(): return self.refuse()
                path, _, query = self.path.partition("?")
                environment = dict(os.environ, GIT_PROJECT_ROOT=folder, GIT_HTTP_EXPORT_ALL="1",
                    PATH_INFO=path, QUERY_STRING=query, REQUEST_METHOD=self.command,
                    CONTENT_TYPE=self.headers.get("Content-Type", ""), CONTENT_LENGTH=str(len(body)),
                    HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
                    GIT_PROTOCOL=self.headers.get("Git-Protocol", ""), REMOTE_USER="test")
                result = subprocess.run(["git", "http-backend"], input=body, env=environment,
                    stdout=subprocess.PIPE).stdout
                head, _, content = result.partition(b"\\r\\n\\r\\n")
                headers = [line.split(": ", 1) for line in head.decode().split("\\r\\n")]
                status = next((int(v[:3]) for k, v in headers if k == "Status"), 200)
                self.say(status, content, [h for h in headers if h[0] != "Status"])
        """

    private static let registryHandler = """
            def answer(self):
                self.body()
                if not self.is_allowed(): return self.refuse()
                self.say(200, b"{}", [("Docker-Distribution-Api-Version", "registry/2.0")])
        """
}
