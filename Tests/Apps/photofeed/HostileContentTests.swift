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
        let server = try fixture.replaceServer(HostileFeed.script())
        try await body(fixture)
        #expect(!server.requests.isEmpty)
        await fixture.networker.stop()
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
                #expect(HostileFeed.harm(in: line.output + line.errors) == [])
                // Who has no name that can be seen is called by the other one.
                #expect(location != "post:666" || line.output.contains("shadow"))
                #expect(!line.output.contains("javascript:"))
                #expect(!line.output.contains("/etc/passwd"))
                #expect(!line.output.contains("display:none"))
                let headless = try HeadlessPhotoFeed(
                    fixture.environment, output: "\(fixture.folder.path)/said")
                try headless.ask(#"{"do":"open","location":"\#(location)"}"#)
                try await headless.says("Hello there")
                #expect(HostileFeed.harm(in: headless.said) == [])
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
                #expect(HostileFeed.harm(in: page) == [])
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
