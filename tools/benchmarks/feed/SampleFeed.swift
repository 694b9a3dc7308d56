import FeedTestSupport
import Foundation

/// What a server has for a person who follows others with a lot to show, in pages of 40 posts.
struct SampleFeed {
    /// How many posts a page has.
    static let pageLength = 40

    private static let things = [
        "the hills were blue", "the lake lay still", "the sun stood low", "a whole valley woke up",
        "the water turned to silver", "nothing moved but the light", "the clouds made way",
    ]

    let count: Int

    /// How many pages it has.
    var pageCount: Int { (count + Self.pageLength - 1) / Self.pageLength }

    /// Words that only one post has; the newest has the highest number.
    static func title(_ number: Int) -> String { "Photograph \(number):" }

    /// Answers a request as Mastodon does.
    func answer(_ request: RawServer.Request) -> [RawServer.Step] {
        if request.target.contains("verify_credentials") { return [.json(Self.person(0))] }
        guard request.target.hasPrefix("/api/v1/timelines/home") else {
            return [.json("{}", status: "404 Not Found")]
        }
        let last = request.target.split(separator: "max_id=").last.flatMap { Int($0) }
        let first = last.map { $0 - 1 } ?? count
        let numbers = (max(1, first - Self.pageLength + 1)...max(1, first)).reversed()
        let posts = numbers.map(Self.post)
        let end = numbers.last ?? 1
        let older = end > 1 ? ["</api/v1/timelines/home?limit=40&max_id=\(end)>; rel=\"next\""] : []
        let newer = ["</api/v1/timelines/home?limit=40&min_id=\(first)>; rel=\"prev\""]
        return [
            .json(
                "[\(posts.joined(separator: ","))]",
                fields: ["Link: \((older + newer).joined(separator: ", "))"])
        ]
    }

    private static func post(_ number: Int) -> String {
        let words = (0...number % 5).map { things[(number + $0) % things.count] }
        let time = Date(timeIntervalSince1970: 1_793_000_000 + Double(number) * 60)
        return """
            {"id": "\(number)", "created_at": "\(time.formatted(.iso8601))", \
            "in_reply_to_id": null, "sensitive": false, "spoiler_text": "", \
            "visibility": "public", "language": "en", "uri": "https://photos.example/p/\(number)", \
            "url": "https://photos.example/p/\(number)", "replies_count": \(number % 4), \
            "reblogs_count": \(number % 3), "favourites_count": \(number % 50), \
            "favourited": \(number % 7 == 0), "reblog": null, "content": "<p>\(title(number)) \
            \(words.joined(separator: ", ")). <a href=\\"https://photos.example/tags/light\\" \
            class=\\"mention hashtag\\" rel=\\"tag\\">#<span>light</span></a></p>", \
            "account": \(person(1 + number % 200)), "mentions": [], \
            "tags": [{"name": "light", "url": "https://photos.example/tags/light"}], \
            "media_attachments": [\(picture(number))]}
            """
    }

    private static func person(_ number: Int) -> String {
        """
        {"id": "\(number)", "username": "person\(number)", \
        "acct": "person\(number)@photos.example", "display_name": "Person \(number)", \
        "locked": false, "bot": false, \
        "created_at": "2024-03-01T00:00:00.000Z", "note": "<p>Goes out with a camera.</p>", \
        "url": "https://photos.example/@person\(number)", \
        "avatar": "https://photos.example/avatars/\(number).png", \
        "header": "https://photos.example/headers/\(number).png", "followers_count": \(number), \
        "following_count": 12, "statuses_count": 50, "fields": [], "emojis": []}
        """
    }

    private static func picture(_ number: Int) -> String {
        """
        {"id": "\(number)", "type": "image", "url": "https://photos.example/m/\(number).png", \
        "preview_url": "https://photos.example/m/\(number)-small.png", "meta": {"original": \
        {"width": 1200, "height": 800}, "small": {"width": 480, "height": 320}, \
        "focus": {"x": 0.1, "y": -0.2}}, "blurhash": "LEHV6nWB2yk8pyo0adR*.7kCMdnj", \
        "description": "A lake in front of three ridges, number \(number)."}
        """
    }
}
