import FeedTestSupport
import Foundation
import TenonHTTP
import TenonTesting
import Testing

/// Servers differ in what they say of a post.
@Suite("PhotoFeed shows the posts of servers that say less of them, or more")
struct StrangeMembersTests {
    /// A post as a server sends it, and where it is not as usual.
    private struct Variant {
        /// The names and numbers on the way to what is different.
        let path: String
        let post: Any
    }

    /// Stands for the number of a post.
    private static let mark = "NUMBER"
    private static let post = """
        {"id": "\(mark)", "created_at": "2026-11-26T10:00:00.123Z",
        "edited_at": "2026-11-26T11:00:00.000Z", "content": "<p>Fog \(mark) over the river</p>",
        "spoiler_text": "", "sensitive": false, "visibility": "public", "language": "en",
        "url": "https://photos.example/1", "uri": "https://photos.example/1", "in_reply_to_id": "x",
        "favourites_count": 3, "replies_count": 2, "reblogs_count": 1, "favourited": true,
        "reblog": null, "tags": [{"name": "fog"}],
        "mentions": [{"id": "8", "acct": "ivo", "username": "ivo", "url": "https://photos.example/8"}],
        "account": {"id": "7", "username": "ana\(mark)", "acct": "ana\(mark)@photos.example",
        "display_name": "Ana \(mark) Lima", "note": "<p>Hello</p>", "locked": false, "bot": false,
        "url": "https://photos.example/7", "avatar": "https://photos.example/7.png",
        "header": "https://photos.example/h.png", "created_at": "2026-11-25T10:00:00.000Z",
        "followers_count": 1, "following_count": 1, "statuses_count": 1,
        "fields": [{"name": "Site", "value": "7", "verified_at": "2026-11-25T10:00:00.000Z"}]},
        "media_attachments": [{"id": "9", "type": "image", "url": "https://photos.example/9.png",
        "preview_url": "https://photos.example/9s.png", "blurhash": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
        "description": "Heron \(mark) in a tree", "meta": {"original": {"width": 96, "height": 72},
        "small": {"width": 40, "height": 30}, "focus": {"x": -0.5, "y": 0.5}}}]}
        """

    /// What is seen of a post, each with the way to where it is said.
    private static func words(of number: Int) -> [(words: String, path: String)] {
        [
            ("Ana \(number) Lima", ".account.display_name"),
            ("@ana\(number)@photos.example", ".account.acct"),
            ("Fog \(number) over the river", ".content"),
            ("Heron \(number) in a tree", ".media_attachments.0.description"),
        ]
    }

    private static func makePost() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(post.utf8))
    }

    /// A value with null in the place of each thing within it in turn, and of itself.
    private static func emptied(_ value: Any, at path: String = "") -> [Variant] {
        var variants = [Variant(path: path, post: NSNull())]
        if let members = value as? [String: Any] {
            for (name, member) in members {
                for inner in emptied(member, at: "\(path).\(name)") {
                    var changed = members
                    changed[name] = inner.post
                    variants.append(Variant(path: inner.path, post: changed))
                }
            }
        } else if let elements = value as? [Any] {
            for (index, element) in elements.enumerated() {
                for inner in emptied(element, at: "\(path).\(index)") {
                    var changed = elements
                    changed[index] = inner.post
                    variants.append(Variant(path: inner.path, post: changed))
                }
            }
        }
        return variants
    }

    /// A value with members that nobody knows in each object within it.
    private static func extended(_ value: Any) -> Any {
        if let members = value as? [String: Any] {
            let unknown: [String: Any] = ["new": ["a": ["b"]], "newer": NSNull(), "newest": 1]
            return members.mapValues { extended($0) }.merging(unknown) { known, _ in known }
        }
        if let elements = value as? [Any] { return elements.map { extended($0) } }
        return value
    }

    /// Opens each post, sent by a server of raw bytes, and looks for all of it but what is empty.
    private func expectSeen(_ variants: [Variant]) async throws {
        let posts = try variants.enumerated().map { number, variant in
            String(
                decoding: try JSONSerialization.data(withJSONObject: variant.post), as: UTF8.self
            ).replacing(Self.mark, with: "\(number)")
        }
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        let server = try fixture.replaceServer { _, request in
            let parts = request.target.split(separator: "/")
            guard parts.starts(with: ["api", "v1", "statuses"]), parts.count > 3,
                let number = Int(parts[3]), posts.indices.contains(number)
            else { return [.json("{}", status: "404 Not Found")] }
            let context = #"{"ancestors": null, "descendants": [null], "new": {}}"#
            return [.json(parts.count == 4 ? posts[number] : context)]
        }
        try await fixture.run { pilot in
            for (number, variant) in variants.enumerated() {
                let words = Self.words(of: number)
                let shown = words.filter { !$0.path.hasPrefix(variant.path) }.map(\.words)
                try await pilot.open("post:\(number)")
                try await pilot.wait("\(shown), with another \(variant.path)") {
                    shown.allSatisfy { pilot.sees($0) }
                }
                for empty in words.map(\.words) where !shown.contains(empty) {
                    #expect(!pilot.sees(empty), "\(variant.path)")
                }
            }
        }
        #expect(server.requests.count >= variants.count)
        await fixture.networker.stop()
    }

    @Test("each member and element that a post can do without is null in turn")
    func nulls() async throws {
        let variants = Self.emptied(try Self.makePost()).filter {
            !["", ".account"].contains($0.path) && !$0.path.hasSuffix(".id")
        }
        #expect(variants.count > 50)
        try await expectSeen(variants)
    }

    @Test("each object has members that nobody knows")
    func unknown() async throws {
        try await expectSeen([Variant(path: ".new", post: Self.extended(try Self.makePost()))])
    }
}
