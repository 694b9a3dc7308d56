import Foundation

/// What strangers write who mean to do harm, for every front end.
package enum HostileFeed {
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

    /// What a server does on which everybody and everything is hostile.
    ///
    /// Nobody can sign in there.
    package static func script() throws -> RawServer.Script {
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

    /// Characters that speak to a terminal, or turn the writing.
    package static func harm(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter {
            switch $0.value {
            case 0x0A, 0x0D: false
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066, 0x2067: true
            default: false
            }
        }
    }
}
