/// What timelines have on a page.
private let pageLength = [(name: "limit", value: "40")]

extension FeedClient {
    /// The posts of those whom the person follows.
    package func homeFeed() async throws -> Page<Post> {
        try await page("/api/v1/timelines/home", query: pageLength)
    }

    /// All posts with pictures.
    ///
    /// - Parameter isLocal: Whether only those of this server.
    package func publicFeed(isLocal: Bool = false) async throws -> Page<Post> {
        try await page(
            "/api/v1/timelines/public",
            query: pageLength + [("only_media", "true")] + (isLocal ? [("local", "true")] : []))
    }

    /// The posts with a hashtag.
    package func feed(of hashtag: Hashtag) async throws -> Page<Post> {
        try await page(
            "/api/v1/timelines/tag/\(PathText.segment(hashtag.name))",
            query: pageLength + [("only_media", "true")])
    }

    /// What the person likes.
    package func likedPosts() async throws -> Page<Post> {
        try await page("/api/v1/favourites", query: pageLength)
    }

    /// What the server tells the person.
    package func notices() async throws -> Page<FeedNotification> {
        try await page("/api/v1/notifications", query: pageLength)
    }

    /// How far the person has read.
    package func markers() async throws -> ReadingMarkers {
        try await send(
            "GET", "/api/v1/markers",
            query: [("timeline[]", "home"), ("timeline[]", "notifications")],
            parse: FeedReply.model)
    }

    /// Says how far the person has read.
    ///
    /// - Parameters:
    ///   - home: The last post of the feed; `nil` to leave that as it is.
    ///   - notices: The last notification; `nil` to leave that as it is.
    /// - Throws: ``FeedError`` with the status 409 when another machine did so at the same moment.
    package func mark(
        home: PostID? = nil, notices: NotificationID? = nil
    ) async throws -> ReadingMarkers {
        var pairs: [(name: String, value: String)] = []
        if let home { pairs.append(("home[last_read_id]", home.text)) }
        if let notices { pairs.append(("notifications[last_read_id]", notices.text)) }
        return try await send(
            "POST", "/api/v1/markers", content: .form(pairs), isRepeatable: true,
            parse: FeedReply.model)
    }

    /// Looks for accounts, posts and hashtags.
    ///
    /// A whole handle is looked for at its own server as well.
    package func search(_ words: String) async throws -> Findings {
        let isHandle = words.trimmingPrefix("@").contains("@")
        return try await send(
            "GET", "/api/v2/search",
            query: [("q", words)] + (isHandle ? [("resolve", "true")] : []),
            parse: FeedReply.model)
    }

    /// What the server says about itself; the older description where there is no other.
    package func instance() async throws -> Instance {
        do {
            return try await send("GET", "/api/v2/instance", parse: FeedReply.model)
        } catch let error as FeedError where error.code == .feedMissing {
            return try await send("GET", "/api/v1/instance", parse: FeedReply.model)
        }
    }
}
