import FeedAPI
import TenonCore
import TenonNetworking
import Testing

@Suite("What servers send")
struct ModelTests {
    private func model<Model: FeedModel>(_ json: String) throws -> Model {
        try Array(json.utf8).withUnsafeBytes { bytes in
            try Model(Members(JSONReader.read(bytes)))
        }
    }

    private static let account = #"{"id": "7", "username": "ana", "acct": "ana@example.org"}"#

    @Test("is a post with all that it has")
    func post() throws {
        let post: Post = try model(
            """
            {"id": "01HXYZ", "created_at": "2026-11-26T10:00:00.123Z", "account": \(Self.account),
            "content": "<p>Hi</p>", "spoiler_text": "", "sensitive": true, "visibility": "unlisted",
            "language": "de", "url": "https://example.org/@ana/1", "in_reply_to_id": "6",
            "favourites_count": 3, "replies_count": 2, "reblogs_count": 1, "favourited": true,
            "tags": [{"name": "sea"}], "mentions": [{"id": "8", "acct": "ivo"}], "new": {"a": [1]},
            "media_attachments": [{"id": "9", "type": "image", "url": "https://example.org/9.png",
            "preview_url": null, "blurhash": "LEHV6nWB2yk8", "description": "A lake.",
            "meta": {"original": {"width": 960, "height": 720}, "small": {"width": 400, "height": 300},
            "focus": {"x": -0.5, "y": 1.5}}}]}
            """)
        #expect(post.id.text == "01HXYZ")
        #expect(post.created == Timestamp(milliseconds: 1_795_687_200_123))
        #expect(post.account.handle == "ana@example.org")
        #expect(post.warning == nil)
        #expect(post.isSensitive && post.isLiked)
        #expect(post.visibility == .unlisted)
        #expect((post.likes, post.answers, post.shares) == (3, 2, 1))
        #expect(post.hashtags.map(\.name) == ["sea"])
        #expect(post.mentions.map(\.handle) == ["ivo"])
        #expect(post.answered?.text == "6")
        let media = try #require(post.media.first)
        #expect(media.kind == .image)
        #expect((media.size?.width, media.size?.height) == (960, 720))
        #expect(media.focus == Focus(x: -0.5, y: 1))
        #expect(media.preview == nil)
        #expect(media.description == "A lake.")
    }

    @Test("may be null, missing or of another type wherever it can be done without")
    func nulls() throws {
        let names = [
            "created_at", "content", "spoiler_text", "sensitive", "visibility", "language", "url",
            "in_reply_to_id", "favourites_count", "favourited", "tags", "mentions", "reblog",
            "media_attachments", "edited_at",
        ]
        for value in ["null", "{}", "[]", "[null, 1, \"x\"]", "-1", "1e999", "true", "\"x\""] {
            let members = names.map { "\"\($0)\": \(value)" }.joined(separator: ", ")
            let post: Post = try model("{\"id\": 12, \"account\": \(Self.account), \(members)}")
            #expect(post.id.text == "12")
            #expect(post.media.isEmpty && post.likes == 0 && post.shared == nil)
        }
        let account: Account = try model(#"{"id": "1", "username": "a", "created_at": null}"#)
        #expect(account.handle == "a" && account.created == nil)
    }

    @Test("means nothing without a name, which is a part of a path")
    func names() {
        for id in ["null", "\"\"", "\"..\"", "\"a\\nb\"", "{}", "true"] {
            #expect(throws: ReadingFailure(member: "id")) {
                let _: Account = try model("{\"id\": \(id), \"username\": \"a\"}")
            }
        }
        #expect(throws: ReadingFailure(member: "account")) {
            let _: Post = try model(#"{"id": "1", "account": {"id": "2"}}"#)
        }
        #expect(throws: ReadingFailure(member: "object")) { let _: Post = try model("[]") }
    }

    @Test("may share a post, however deeply, and no deeper than JSON may be nested")
    func shared() throws {
        var json = "null"
        for number in 1...20 {
            json = "{\"id\": \(number), \"account\": \(Self.account), \"reblog\": \(json)}"
        }
        let post: Post = try model(json)
        #expect(post.shared?.shared?.id.text == "18")
    }

    @Test(
        "is a description of the server, in both versions, with the limits of Mastodon by default")
    func instance() throws {
        let new: Instance = try model(
            """
            {"title": "A", "version": "4.3.0", "configuration": {"urls": {"streaming":
            "wss://s.example.org"}, "statuses": {"max_characters": 700, "max_media_attachments": 0},
            "media_attachments": {"supported_mime_types": ["image/png", null]}}}
            """)
        #expect(new.limits.textLength == 700)
        #expect(new.limits.media == 4)
        // "See ", 23 for the address, and " now".
        #expect(new.limits.length(of: "See https://example.org/a/long/way/to/go/there now") == 31)
        #expect(new.limits.length(of: "(https://example.org/a/b) @ana@photos.example.org!") == 30)
        #expect(new.limits.length(of: "Gr\u{FC}\u{DF}e\n👩‍👧") == 7)
        #expect(new.limits.mediaTypes == ["image/png"])
        #expect(new.streaming?.text == "https://s.example.org/")
        let old: Instance = try model(
            """
            {"title": "B", "version": "3.5.3 (compatible; Pixelfed 0.12.4)", "max_toot_chars": 2000,
            "configuration": {"statuses": {"max_media_attachments": 20}}, "urls": {"streaming_api": null}}
            """)
        #expect(old.family == .pixelfed)
        #expect(old.limits.media == 4)
        #expect(old.limits.textLength == 2_000)
        #expect(old.streaming == nil)
    }
}
