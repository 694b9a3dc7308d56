import FeedTestSupport
import Foundation
import TenonHTTP
import TenonTesting
import TestSupport
import Testing

/// Looks for the sign-in in all that PhotoFeed says, writes and asks for.
@Suite("The sign-in of PhotoFeed")
struct TokenSearchTests {
    private static let file = "home/.local/share/photofeed/tokens/1"

    /// What is a secret of the sign-in: of the application, of the person, and what renews that.
    private func secrets(_ fixture: PhotoFeedFixture) throws -> [String] {
        let lines = try #require(fixture.folder.text(of: Self.file))
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropFirst().prefix(3).map(String.init)
    }

    /// A server whose pictures are on another one, where it sends those who ask for a profile as well.
    private static func script(_ other: String) -> RawServer.Script {
        let account = #"{"id": "7", "username": "eve", "avatar": "\#(other)/eve.gif"}"#
        let post = """
            {"id": "9", "content": "<p>Look <a href=\\"\(other)/link\\">there</a></p>", \
            "account": \(account), "media_attachments": [{"id": "1", "type": "image", \
            "url": "\(other)/whole.gif", "preview_url": "\(other)/small.gif"}]}
            """
        return { _, request in
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/api/v1/timelines/public":
                [.json("[\(post)]", fields: ["Link: <\(other)/older>; rel=\"next\""])]
            case "/api/v1/statuses/9": [.json(post)]
            case "/api/v1/statuses/9/context": [.json(#"{"descendants": [\#(post)]}"#)]
            case "/api/v1/accounts/7":
                [.reply("", status: "302 Found", fields: ["Location: \(other)/moved"])]
            case "/api/v1/accounts/8": [.json(#"{"error": "no"}"#, status: "401 Unauthorized")]
            case "/api/v1/accounts/9": [.send("HTTP/1.1 200 OK\nContent-Length: 50\n\n{"), .close]
            default: [.json("{}", status: "404 Not Found")]
            }
        }
    }

    @Test("goes to its server in a header, into a file for the person alone, and nowhere else")
    func search() async throws {
        let fixture = try await PhotoFeedFixture("--token-life", "3600")
        let (secrets, first): ([String], [String]) = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let first = try self.secrets(fixture)
            try fixture.change("UPDATE token SET ends = 1")
            var said: [String] = []
            for location in ["profile", "notifications", "menu", "logout", "feed"] {
                try await pilot.open(location)
                said.append(pilot.see())
            }
            try await pilot.wait("another token") {
                (try? self.secrets(fixture)) != first
            }
            return (try first + self.secrets(fixture), said + pilot.notices)
        }
        var said = first
        try #require(secrets.count == 6 && secrets.allSatisfy { $0.count >= 16 })

        let other = try RawServer { _, request in
            request.target.hasSuffix(".gif")
                ? [.reply("GIF89a\u{10}\0\u{10}\0 and so on")] : [.json(#"{"id": "7"}"#)]
        }
        let server = try fixture.replaceServer(
            Self.script(String(other.address().dropLast())))
        let environment = fixture.environment.merging(["TENON_LOCAL_IMAGES": "true"]) { $1 }
        // Of the last one its own server refuses the sign-in.
        for location in ["everyone", "post:9", "user:7", "user:9", "logout", "user:8"] {
            let line = try await Program(built: "photofeed", environment: environment)
                .run(["--open", location])
            said += [line.output, line.errors]
        }
        let headless = try HeadlessPhotoFeed(
            environment, output: "\(fixture.folder.path)/said")
        for location in ["everyone", "post:9"] {
            try headless.ask(#"{"do":"open","location":"\#(location)"}"#)
            try await headless.says("Look there")
        }
        #expect(try headless.end() == 0)
        said.append(headless.said)
        for location in ["everyone", "post:9"] {
            let page = try await PhotoFeedPage(
                at: location, environment, errors: "\(fixture.folder.path)/messages")
            let text = try await page.text(with: "/image/")
            said.append(text)
            for image in text.matches(of: /src="(\/image\/[^"]+)"/) {
                let path = String(image.1).replacing("&amp;", with: "&")
                said += try await page.get(path).headers.map(\.value)
            }
        }
        // Its own server was asked with the token; no address had it, and the other one got nothing.
        #expect(server.requests.contains { $0.fields["authorization"] == "Bearer \(secrets[4])" })
        said += server.requests.map(\.line)
        #expect(other.requests.contains { $0.target == "/moved" })
        #expect(other.requests.contains { $0.target.hasSuffix(".gif") })
        #expect(!other.requests.contains { $0.target == "/older" })
        for request in other.requests {
            #expect(request.fields["authorization"] == nil)
            said += [request.line, request.body] + request.fields.values
        }
        for secret in secrets { #expect(!said.contains { $0.contains(secret) }) }
        try searchFiles(of: fixture, for: secrets)
        await fixture.networker.stop()
    }

    /// Looks into all files but those of the server.
    private func searchFiles(of fixture: PhotoFeedFixture, for secrets: [String]) throws {
        let files = FileManager.default
        let root = fixture.folder.path
        var found: Set<String> = []
        for path in try files.subpathsOfDirectory(atPath: root) where !path.hasPrefix("data") {
            guard let content = files.contents(atPath: "\(root)/\(path)") else { continue }
            if secrets.contains(where: { content.range(of: Data($0.utf8)) != nil }) {
                found.insert(path)
            }
        }
        #expect(found == [Self.file])
        func mode(_ path: String) throws -> Int? {
            try files.attributesOfItem(atPath: "\(root)/\(path)")[.posixPermissions] as? Int
        }
        #expect(try mode(Self.file) == 0o600)
        #expect(try mode("home/.local/share/photofeed/tokens") == 0o700)
    }
}
