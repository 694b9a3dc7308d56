import TenonCore
import TenonWeb
import TestSupport

/// The real server with the conformance application, on a free port, for as long as a test needs.
struct TestServer: Sendable {
    /// Talks to it.
    let http: LoopbackHTTP
    /// The path of the start address.
    let startPath: String

    /// Starts the server, lends it, and stops it.
    ///
    /// - Parameters:
    ///   - location: Where sessions begin.
    ///   - limits: The limits of the server.
    ///   - others: Further plugins of the application.
    ///   - flags: Further settings.
    static func run<Result: Sendable>(
        at location: String? = nil, language: String = "en", limits: WebLimits = WebLimits(),
        others: [any Plugin.Type] = [], flags: [String: String] = [:],
        _ body: @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        let kept = try await KeptServer(
            at: location, language: language, limits: limits, others: others, flags: flags)
        do {
            let result = try await body(try TestServer(kept.address))
            await kept.stop()
            return result
        } catch {
            await kept.stop()
            throw error
        }
    }

    /// Knows a server by its start address.
    init(_ address: String) throws {
        let parts = address.split(separator: "/", maxSplits: 2)
        guard parts.count == 3, let port = parts[1].split(separator: ":").last.flatMap({ Int($0) })
        else { throw LoopbackHTTP.Failure(description: "\(address) is no start address.") }
        http = LoopbackHTTP(port: port)
        startPath = "/\(parts[2])"
    }

    /// Waits until nobody listens any more, in tests in which the server ends by itself.
    func waitForEnd() async throws {
        try await until("the end of the server") {
            (try? await http.send("GET", "/")) == nil
        }
    }

    /// Begins a session, as a browser does.
    func begin() async throws -> TestSession {
        let start = try await http.send("GET", startPath)
        guard start.status == 303, let location = start["location"],
            let cookie = start["set-cookie"]?.split(separator: ";").first.map(String.init)
        else { throw LoopbackHTTP.Failure(description: "No session, but \(start.status).") }
        var session = TestSession(
            http: http, key: String(location.split(separator: "/")[1]), cookie: cookie, token: "")
        let page = try await session.follow(location)
        session.token = page.value(ofInput: "token") ?? ""
        return session
    }
}

/// A session as a polite browser without scripts uses it.
struct TestSession: Sendable {
    let http: LoopbackHTTP
    let key: String
    let cookie: String
    var token: String

    /// The headers that a browser sends with every request to its own page.
    var headers: [String: String] { ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"] }

    /// Gets a path, following redirections.
    func follow(_ path: String) async throws -> LoopbackHTTP.Response {
        var response = try await get(path)
        for _ in 0..<5 {
            guard response.status == 303, let next = response["location"] else { return response }
            response = try await get(next)
        }
        return response
    }

    /// Gets a path.
    func get(_ path: String) async throws -> LoopbackHTTP.Response {
        try await http.send("GET", path, headers: headers)
    }

    /// Gets a path, piece by piece.
    func pieces(_ path: String) -> AsyncStream<[UInt8]> {
        http.pieces(http.request("GET", path, headers: headers))
    }

    /// The same browser in another tab, by the address of a page in it.
    func tab(at path: String) -> TestSession {
        TestSession(
            http: http, key: String(path.split(separator: "/")[1]), cookie: cookie, token: "")
    }

    /// Asks as our script does, which changes the page in place.
    func ask(_ path: String) async throws -> LoopbackHTTP.Response {
        try await http.send(
            "GET", path, headers: headers.merging(["Tenon-Script": "1"]) { $1 })
    }

    /// The page of the present screen.
    func page() async throws -> LoopbackHTTP.Response { try await follow("/s/\(key)/") }

    /// Sends a form for the present screen.
    ///
    /// - Parameters:
    ///   - other: Headers that are replaced, or left out when empty.
    ///   - token: Instead of the token of the session.
    ///   - body: Instead of the fields.
    func post(
        _ command: String, _ fields: [(String, String)], changing other: [String: String] = [:],
        token: String? = nil, body: [UInt8]? = nil
    ) async throws -> LoopbackHTTP.Response {
        let form = body ?? TestForm.urlEncoded([("token", token ?? self.token)] + fields)
        var all = headers
        all["Content-Type"] = "application/x-www-form-urlencoded"
        all["Origin"] = "http://127.0.0.1:\(http.port)"
        all.merge(other) { $1 }
        return try await http.send("POST", "/do/\(key)/\(command)", headers: all, body: form)
    }
}

/// Writes forms as browsers do.
enum TestForm {
    /// `application/x-www-form-urlencoded`.
    static func urlEncoded(_ fields: [(String, String)]) -> [UInt8] {
        Array(fields.map { "\(escaped($0.0))=\(escaped($0.1))" }.joined(separator: "&").utf8)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let digits = String(byte, radix: 16, uppercase: true)
            result += "%" + (byte < 16 ? "0" : "") + digits
        }
        return result
    }
}

extension LoopbackHTTP.Response {
    /// The value of the first input with a name.
    func value(ofInput name: String) -> String? {
        guard let start = text.firstRange(of: "name=\"\(name)\" value=\"") else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
