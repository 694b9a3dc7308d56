import Foundation
import TenonCore
import TenonHTTP
import TenonNetworking
import TestSupport
import Testing

/// The same feature and the same three lines of `main`, with three front ends linked.
///
/// The server fails for as long as the controller repeats by itself, which is twice; then the person
/// sees the question of that front end.
@Suite("An error of the network reaches the person", .serialized)
struct FrontEndTests {
    /// Fails for a number of requests, then replies with a text.
    private static func failing(_ count: Int) -> MisbehavingServer.Script {
        { number, _ in
            number <= count
                ? [.send("HTTP/1.1 500 Oh\nContent-Length: 0\n\n")]
                : [.send("HTTP/1.1 200 OK\nContent-Length: 12\n\nHello there.")]
        }
    }

    private static let title = "The page was not loaded"

    /// Runs a program to its end with what is typed.
    private func run(
        _ program: String, failures: Int, _ lines: String...
    ) async throws -> (output: String, requests: Int) {
        try await MisbehavingServer.run(Self.failing(failures)) { server in
            let program = Program(
                built: program,
                environment: [
                    "LANG": "en", "NETWORK_SAMPLE_ADDRESS": try server.address("/page").text,
                ])
            let result = try await program.run(
                [], input: lines.map { "\($0)\n" }.joined())
            #expect(result.status == 0, "\(result.errors)")
            return (result.output, server.requests.count)
        }
    }

    // MARK: - Line

    @Test("as text, and trying again succeeds")
    func lineTryingAgain() async throws {
        let (output, requests) = try await run("network-line", failures: 2, "Load", "Try again")
        #expect(output.contains(Self.title))
        #expect(output.contains("had an internal problem (status 500). Try again later."))
        #expect(output.contains("Hello there."))
        #expect(requests == 3)
    }

    @Test("as text, and can be left at that")
    func lineCancelling() async throws {
        let (output, requests) = try await run("network-line", failures: 9, "Load", ".")
        #expect(output.contains(Self.title))
        #expect(output.contains("It was given up."))
        #expect(requests == 2)
    }

    @Test("as text in the person's language")
    func lineTranslated() async throws {
        try await MisbehavingServer.run(Self.failing(9)) { server in
            let program = Program(
                built: "network-line",
                environment: [
                    "LANG": "pt_BR.UTF-8",
                    "NETWORK_SAMPLE_ADDRESS": try server.address("/page").text,
                ])
            let output = try await program.run([], input: "Load\n.\n").output
            #expect(output.contains("teve um problema interno (status 500). Tente mais tarde."))
            #expect(output.contains("Tentar de novo"))
        }
    }

    // MARK: - Authorities

    @Test("unless the authority that vouches for the server is in the file that was named")
    func trustRoots() async throws {
        let certificate = try await TestCertificate.localhost.value
        guard case .pem(let bytes) = certificate.trustRoots else { return }
        let folder = try TemporaryFolder()
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "roots.pem")
        try await MisbehavingServer.run(certificate: certificate, Self.failing(0)) { server in
            let address = try server.address(scheme: "https", host: "localhost").text
            let program = Program(built: "network-line", environment: ["LANG": "en"])
            let stranger = try await program.run(
                ["--address=\(address)"], input: "Load\n.\n"
            ).output
            #expect(stranger.contains("could not prove who it is."))
            let known = try await program.run(
                ["--address=\(address)", "--trust-roots=\(folder.path)/roots.pem"],
                input: "Load\n"
            ).output
            #expect(known.contains("Hello there."))
        }
    }

    @Test("at the start when the file with authorities cannot be read")
    func badTrustRoots() async throws {
        let program = Program(built: "network-line", environment: ["LANG": "en"])
        let result = try await program.run("--trust-roots=/nowhere/roots.pem")
        #expect(result.status == ExitStatus.configuration.rawValue)
        #expect(result.errors.contains("/nowhere/roots.pem holds no certificates in PEM form."))
    }

    // MARK: - Headless

    private static let load = #"{"do": "act", "action": "load", "settle": true}"#

    private static func answer(_ answer: String) -> String {
        #"{"do": "answer", "question": "q1", "answer": \#(answer), "settle": true}"#
    }

    @Test("as JSON, and trying again succeeds")
    func headlessTryingAgain() async throws {
        let (output, requests) = try await run(
            "network-headless", failures: 2, Self.load,
            Self.answer(#"{"type": "choice", "choice": "try-again"}"#))
        #expect(output.contains(#""id":"q1""#))
        #expect(output.contains(#""title":"\#(Self.title)""#))
        #expect(output.contains("(status 500)"))
        #expect(output.contains("Hello there."))
        #expect(requests == 3)
    }

    @Test("as JSON, and can be left at that")
    func headlessCancelling() async throws {
        let (output, requests) = try await run(
            "network-headless", failures: 9, Self.load, Self.answer(#"{"type": "cancel"}"#))
        #expect(output.contains(#""title":"\#(Self.title)""#))
        #expect(output.contains("It was given up."))
        #expect(!output.contains("q2"))
        #expect(requests == 2)
    }

    @Test("and keeps nobody from leaving", arguments: ["network-line", "network-headless"])
    func leaving(_ program: String) async throws {
        let load = program == "network-line" ? "Load" : Self.load
        let (output, requests) = try await run(program, failures: 9, load)
        #expect(output.contains(Self.title))
        #expect(!output.contains("Hello there."))
        #expect(requests == 2)
    }

    // MARK: - Web

    @Test("as a dialog in a page, and trying again succeeds")
    func webTryingAgain() async throws {
        try await MisbehavingServer.run(Self.failing(2)) { server in
            let page = try await WebPage(address: try server.address("/page").text)
            try await page.post("act", [("at", "page"), ("act", "load")])
            let asked = try await page.text(containing: Self.title)
            #expect(asked.contains("(status 500)"))
            #expect(asked.contains("Try again"))
            try await page.answer("choice:try-again", in: asked)
            _ = try await page.text(containing: "Hello there.")
            #expect(server.requests.count == 3)
        }
    }

    @Test("as a dialog in a page, and can be left at that")
    func webCancelling() async throws {
        try await MisbehavingServer.run(Self.failing(9)) { server in
            let page = try await WebPage(address: try server.address("/page").text)
            try await page.post("act", [("at", "page"), ("act", "load")])
            let asked = try await page.text(containing: Self.title)
            try await page.answer("cancel", in: asked)
            let end = try await page.text(containing: "It was given up.")
            #expect(!end.contains(Self.title))
            #expect(server.requests.count == 2)
        }
    }
}
