import FeedTestSupport
import Foundation
import TenonTesting
import TestSupport
import Testing

@Suite("The window of PhotoFeed", .serialized)
struct PhotoFeedWindowTests {
    /// Addresses that strangers would like somebody to go to.
    private static let traps = ["javascript:", "/etc/passwd", "text/html", "photofeed://logout"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A hostile server at which anybody can sign in.
    private static func hostileServer() throws -> RawServer {
        let hostile = try HostileFeed.script()
        return try RawServer { number, request in
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/api/v2/instance": [.json(#"{"version": "4.3.0"}"#)]
            case "/api/v1/apps": [.json(#"{"client_id": "1", "client_secret": "s"}"#)]
            case "/oauth/token": [.json(#"{"access_token": "t", "token_type": "Bearer"}"#)]
            case "/api/v1/accounts/verify_credentials":
                [.json(#"{"id": "3", "username": "ana", "acct": "ana"}"#)]
            default: hostile(number, request)
            }
        }
    }

    /// Waits for words, and looks at all that assistive technology is told.
    private func expectNoHarm(with words: String, in driver: DesktopDriver) async throws {
        let root = try await driver.wait("to see \"\(words)\"") { $0.seen.contains(words) }
        for node in root.all {
            for text in [node.name, node.text, node.description] {
                #expect(HostileFeed.harm(in: text) == [], "\(text.debugDescription)")
                #expect(!Self.traps.contains { text.contains($0) }, "\(text.debugDescription)")
            }
        }
        let texts = root.all.filter { $0.role == "label" && $0.name.contains("Hello there") }
        #expect(!texts.isEmpty)
        // A text with a link in it has a description, which says where the link leads.
        for text in texts { #expect(text.description.isEmpty, "\(text.name.debugDescription)") }
    }

    @Test("shows what is meant to do harm: nothing turns the writing, and no link is there")
    func hostile() async throws {
        let server = try Self.hostileServer()
        let driver = DesktopDriver(
            try DesktopSession(), executable: "photofeed-desktop",
            environment: [
                "HOME": folder.path, "PHOTOFEED_HOME": "\(folder.path)/home",
                "PHOTOFEED_TOKEN_FILES": "true",
            ])
        try await driver.start(at: "post:666", isNarrow: false)
        try await driver.fill("Server", with: .text(server.address("")))
        try await driver.choose("Continue", on: nil)
        try await driver.fill("Code", with: .secret("code"))
        try await driver.choose("Sign in with the code", on: nil)
        try await driver.wait("the end of the form") { !$0.seen.contains("Sign in with the code") }
        // Of a post, the comments are the last to come.
        for (location, words) in [
            ("post:666", "Not to be seen"), ("user:666", "Hello there"),
            ("tag:evil", "Hello there"),
        ] {
            try await driver.start(at: location, isNarrow: false)
            try await expectNoHarm(with: words, in: driver)
        }
        try await driver.finish()
        #expect(!server.requests.isEmpty)
    }

    @Test("opens with the feed of the demonstration, whose server ends with it")
    func demonstration() async throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized.path
        let driver = DesktopDriver(
            try DesktopSession(),
            command: ["\(root)/tools/run", "photofeed", "desktop", "--demo", "--"],
            environment: [
                "HOME": folder.path, "TMPDIR": folder.path, "TENON_PROGRAMS": Program.products,
            ])
        try await driver.start(at: "feed", isNarrow: false)
        try await driver.wait(for: "Bruno Berg", "Notifications")
        #expect(try folder.processes().count == 1)
        try await driver.finish()
        try await until("the end of the server") { try folder.processes().isEmpty }
    }
}
