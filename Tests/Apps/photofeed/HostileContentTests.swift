import FeedTestSupport
import Foundation
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// What strangers write is shown by the programs as they really run, and does nothing.
@Suite("PhotoFeed shows what is meant to do harm, and no harm is done")
struct HostileContentTests {
    private static let traps =
        "\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"
        + "\u{2066}\u{2067}\u{2068}\u{2069}\u{2069}\u{200F}\u{61C}\u{2028}"
    private static let content = """
        <p>Hello there\(traps)<script>alert('owned')</script><style>body{display:none}</style>\
        <iframe src="https://evil.example/">owned</iframe><img src=x onerror="alert('owned')"> \
        <a href="javascript:alert('owned')">one</a> <a href="JaVaScRiPt:alert(1)">two</a> \
        <a href="file:///etc/passwd">three</a> <a href="data:text/html,owned">four</a> \
        <a href="photofeed://logout">five</a> &#27;]0;owned&#7; &#x202e;</p>
        """

    /// A server on which everybody and everything is hostile.
    private static func script() throws -> RawServer.Script {
        let account: [String: Any] = [
            "id": "666", "username": "eve", "acct": "eve@evil.example\(traps)",
            "display_name": "Eve\(traps)</title><script>alert('owned')</script>", "note": content,
            "url": "javascript:alert('owned')", "avatar": "file:///etc/passwd",
            "header": "data:image/png;base64,AAAA",
            "fields": [["name": "Site\(traps)", "value": content]],
        ]
        let picture = [
            "id": "1", "type": "image", "url": "javascript:alert('owned')",
            "description": "A cat\(traps)\"><script>alert('owned')</script>",
        ]
        let post: [String: Any] = [
            "id": "666", "account": account, "content": content, "url": "javascript:alert(1)",
            "media_attachments": [picture],
        ]
        let other: [String: Any] = [
            "id": "667", "content": "<p>Not to be seen</p>",
            "account": [
                "id": "667", "username": "shadow", "acct": "667@evil.example",
                "display_name": "\u{200B}\u{2060}\u{3164}",
            ],
        ]
        func json(_ value: Any) throws -> [RawServer.Step] {
            [
                .json(
                    String(
                        decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self))
            ]
        }
        let (one, posts) = (try json(post), try json([post]))
        let people = try json([account])
        let notices = try json([
            ["id": "1", "type": "favourite", "account": account, "status": post],
            ["id": "2", "type": "mention\(traps)", "account": account, "status": post],
        ])
        let findings = try json([
            "accounts": [account], "statuses": [], "hashtags": [["name": "evil\(traps)"]],
        ])
        let (person, context) = (try json(account), try json(["descendants": [post, other]]))
        return { _, request in
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/api/v1/statuses/666": one
            case "/api/v1/statuses/666/context": context
            case "/api/v1/accounts/666": person
            case "/api/v1/accounts/666/statuses", "/api/v1/timelines/tag/evil",
                "/api/v1/timelines/tag/e%E2%80%AEvil", "/api/v1/timelines/public",
                "/api/v1/favourites":
                posts
            case "/api/v1/accounts/666/followers", "/api/v1/accounts/666/following",
                "/api/v1/statuses/666/favourited_by":
                people
            case "/api/v1/notifications": notices
            case "/api/v2/search": findings
            case "/api/v1/accounts/relationships": [.json("[]")]
            default: [.json("{}", status: "404 Not Found")]
            }
        }
    }

    /// Where it is shown.
    private static let locations = ["tag:evil", "post:666", "user:666"]

    /// All places where something of it is shown, with words of it.
    private static let screens = [
        ("tag:evil", "Hello there"), ("tag:e%E2%80%AEvil", "Hello there"),
        ("post:666", "Hello there"), ("comments:666", "Hello there"), ("user:666", "Hello there"),
        ("everyone", "Hello there"), ("liked", "Hello there"), ("likes:666", "owned"),
        ("followers:666", "owned"), ("following:666", "owned"), ("notifications", "owned"),
        ("search", "owned"), ("write:666", "Text"), ("menu", "ana"),
    ]

    /// Lends the environment of somebody who is signed in at a server that has become hostile.
    private func run(_ body: (PhotoFeedFixture) async throws -> Void) async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        let server = try fixture.replaceServer(Self.script())
        try await body(fixture)
        #expect(!server.requests.isEmpty)
        await fixture.networker.stop()
    }

    /// Characters that speak to a terminal, or turn the writing.
    private static func harm(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter {
            switch $0.value {
            case 0x0A, 0x0D: false
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066, 0x2067: true
            default: false
            }
        }
    }

    /// All that a screen says; ids are never shown.
    private static func texts(of screen: Screen) throws -> [String] {
        func texts(in value: Any) -> [String] {
            switch value {
            case let text as String: [text]
            case let values as [Any]: values.flatMap(texts)
            case let members as [String: Any]:
                members.flatMap { $0.key == "id" ? [] : texts(in: $0.value) }
            default: []
            }
        }
        return texts(in: try JSONSerialization.jsonObject(with: JSONEncoder().encode(screen)))
    }

    @Test("on every screen: no character in it speaks to a terminal or turns the writing")
    func screens() async throws {
        try await run { fixture in
            try await fixture.run { pilot in
                for (location, words) in Self.screens {
                    try await pilot.open(location)
                    if location == "search" { try await pilot.search("eve") }
                    try await pilot.wait(for: words)
                    for text in try Self.texts(of: pilot.screen()) {
                        // What names and their handles are isolated with does no harm.
                        let isolates = HarmlessText.isolates(in: text.unicodeScalars)
                        let harm = text.unicodeScalars.indices.filter {
                            let scalar = text.unicodeScalars[$0]
                            return scalar != "\n" && !isolates.contains($0)
                                && HarmlessText.isDangerous(scalar)
                        }
                        #expect(harm.isEmpty, "\(location): \(text.debugDescription)")
                    }
                }
            }
        }
    }

    @Test("as lines and as JSON: no control character comes out, and no such address")
    func lines() async throws {
        try await run { fixture in
            for location in Self.locations {
                let line = try await Program(built: "photofeed", environment: fixture.environment)
                    .run(["--open", location])
                #expect(line.output.contains("Hello there"), "\(location): \(line)")
                #expect(Self.harm(in: line.output + line.errors) == [])
                // Who has no name that can be seen is called by the other one.
                #expect(location != "post:666" || line.output.contains("shadow"))
                #expect(!line.output.contains("javascript:"))
                #expect(!line.output.contains("/etc/passwd"))
                #expect(!line.output.contains("display:none"))
                let headless = try HeadlessPhotoFeed(
                    fixture.environment, output: "\(fixture.folder.path)/said")
                try headless.ask(#"{"do":"open","location":"\#(location)"}"#)
                try await headless.says("Hello there")
                #expect(Self.harm(in: headless.said) == [])
                for word in ["javascript:", "/etc/passwd", "text/html", "photofeed://logout"] {
                    #expect(!headless.said.contains(word))
                }
                #expect(try headless.end() == 0)
            }
        }
    }

    @Test("on the terminal: its title stays, and nothing is coloured or cleared")
    func terminal() async throws {
        try await run { fixture in
            for location in Self.locations {
                let words = "\(fixture.folder.path)/typescript"
                // What one types ends once the words are there.
                // Time: the pause between two looks.
                let typing = "until grep -qs 'Hello there' \(words); do sleep 0.1; done; printf q"
                let program = "\(Program.products)/photofeed-tui --open \(location)"
                let command =
                    "(\(typing)) | script -qefc 'stty cols 100 rows 40; \(program)' \(words)"
                var environment = fixture.environment
                environment["TERM"] = "xterm-256color"
                environment["LANG"] = "en_US.UTF-8"
                let result = try await Program(path: "/usr/bin/timeout", environment: environment)
                    .run(["240", "/bin/bash", "-c", command])
                let shown = fixture.folder.text(of: "typescript") ?? ""
                #expect(result.status == 0, "\(location): \(shown.debugDescription)")
                #expect(shown.contains("Hello there"))
                #expect(!shown.contains("\u{1B}]0;owned"))
                #expect(
                    Set(shown.unicodeScalars).isDisjoint(with: ["\u{9B}", "\u{202E}", "\u{2066}"]))
                #expect(!shown.contains("javascript:") && !shown.contains("/etc/passwd"))
                try FileManager.default.removeItem(atPath: words)
            }
        }
    }

    @Test("on the page: no script, and no link but of the web")
    func page() async throws {
        try await run { fixture in
            for location in Self.locations {
                let page = try await PhotoFeedPage(
                    at: location, fixture.environment, errors: "\(fixture.folder.path)/messages"
                ).text(with: "Hello there")
                #expect(Self.harm(in: page) == [])
                for match in page.matches(of: /\s(?:href|src|action|formaction)="([^"]*)"/) {
                    let address = match.1
                    #expect(
                        address.hasPrefix("/") || address.hasPrefix("http")
                            || address.hasPrefix("#"), "\(address)")
                }
                #expect(!page.contains("alert('owned')</script>"))
                #expect(!page.contains("<iframe") && !page.contains("onerror=\""))
            }
        }
    }
}
