import TenonCore

/// Writes what is in the database as Mastodon's API has it.
struct FeedJSON {
    let records: FeedRecords
    /// The address of the server as who asks knows it.
    let base: String
    /// Who asks; 0 for nobody.
    let viewer: Int64

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { .init($0.0, $0.1) })
    }

    private static func number(_ number: Int64) -> JSONValue { .number("\(number)") }

    private static func name(_ id: Int64) -> JSONValue { .string("\(id)") }

    private static func time(_ milliseconds: Int64) -> JSONValue {
        .string(InternetTime.write(Timestamp(milliseconds: milliseconds)))
    }

    // MARK: - People

    /// An account; `nil` when there is none.
    func account(_ id: Int64) throws -> JSONValue? { try records.account(id).map(account) }

    /// An account.
    func account(_ account: AccountRecord) -> JSONValue {
        let avatar = JSONValue.string("\(base)/pictures/people/\(account.id).png")
        return Self.object([
            ("id", Self.name(account.id)), ("username", .string(account.name)),
            ("acct", .string(account.name)), ("display_name", .string(account.display)),
            ("locked", .bool(account.isLocked)), ("bot", .bool(false)),
            ("created_at", Self.time(account.created)),
            ("note", .string("<p>\(HTMLText.escaped(account.note))</p>")),
            ("url", .string("\(base)/@\(account.name)")), ("avatar", avatar),
            ("avatar_static", avatar),
            ("header", .string("\(base)/pictures/wide/\(account.id).png")),
            ("followers_count", Self.number(account.followers)),
            ("following_count", Self.number(account.following)),
            ("statuses_count", Self.number(account.posts)),
            ("last_status_at", account.lastPost == 0 ? .null : Self.time(account.lastPost)),
            ("emojis", .array([])), ("fields", .array([])),
        ])
    }

    /// How who asks and an account stand to each other.
    func relationship(with id: Int64) throws -> JSONValue {
        Self.object([
            ("id", Self.name(id)), ("following", .bool(try records.follows(viewer, id))),
            ("followed_by", .bool(try records.follows(id, viewer))),
            ("requested", .bool(false)), ("blocking", .bool(false)), ("muting", .bool(false)),
            ("note", .string("")),
        ])
    }

    // MARK: - Posts

    /// A post; `nil` when there is none, or who asks may not see it.
    func post(_ id: Int64) throws -> JSONValue? {
        guard let post = try records.post(id, for: viewer), let account = try account(post.account)
        else { return nil }
        let counts = try records.counts(of: id)
        let tags = try records.hashtags(of: id)
        let author = try records.account(post.account)
        let answered = try records.post(post.answered, for: viewer)
        let page = "\(base)/@\(author?.name ?? "")/\(id)"
        return Self.object([
            ("id", Self.name(id)), ("uri", .string(page)), ("url", .string(page)),
            ("created_at", Self.time(post.created)), ("edited_at", .null), ("account", account),
            ("content", .string(HTMLText.content(post.content, tags: tags, base: base))),
            ("spoiler_text", .string(post.warning)), ("sensitive", .bool(post.isSensitive)),
            ("visibility", .string(post.visibility)), ("language", .string(post.language)),
            ("in_reply_to_id", answered.map { Self.name($0.id) } ?? .null),
            ("in_reply_to_account_id", answered.map { Self.name($0.account) } ?? .null),
            ("reblog", .null), ("card", .null), ("poll", .null), ("emojis", .array([])),
            ("mentions", .array(try answered.map { [try mention($0.account)] } ?? [])),
            ("tags", .array(tags.map(hashtag))),
            ("media_attachments", .array(try records.media(of: id).map(media))),
            ("replies_count", Self.number(counts.answers)), ("reblogs_count", Self.number(0)),
            ("favourites_count", Self.number(counts.likes)),
            ("favourited", .bool(try viewer != 0 && records.likes(viewer, id))),
            ("reblogged", .bool(false)), ("bookmarked", .bool(false)), ("muted", .bool(false)),
        ])
    }

    private func mention(_ id: Int64) throws -> JSONValue {
        let name = try records.account(id)?.name ?? ""
        return Self.object([
            ("id", Self.name(id)), ("username", .string(name)), ("acct", .string(name)),
            ("url", .string("\(base)/@\(name)")),
        ])
    }

    /// A hashtag.
    func hashtag(_ name: String) -> JSONValue {
        Self.object([("name", .string(name)), ("url", .string("\(base)/tags/\(name)"))])
    }

    /// A picture.
    func media(_ media: MediaRecord) -> JSONValue {
        let isReady = media.state == .ready
        let longest = max(media.width, media.height)
        let scale = longest > 400 ? 400 / Double(longest) : 1
        func size(_ width: Int64, _ height: Int64) -> JSONValue {
            let aspect = height == 0 ? 1 : Double(width) / Double(height)
            return Self.object([
                ("width", Self.number(width)), ("height", Self.number(height)),
                ("size", .string("\(width)x\(height)")), ("aspect", .number("\(aspect)")),
            ])
        }
        let small = { (side: Int64) in Int64(Double(side) * scale) }
        let meta = Self.object([
            ("original", size(media.width, media.height)),
            ("small", size(small(media.width), small(media.height))),
            (
                "focus",
                Self.object([
                    ("x", .number("\(Double(media.focus.x) / 10_000)")),
                    ("y", .number("\(Double(media.focus.y) / 10_000)")),
                ])
            ),
        ])
        let file = "\(base)/pictures/\(media.id)"
        return Self.object([
            ("id", Self.name(media.id)), ("type", .string("image")),
            ("url", isReady ? .string("\(file).png") : .null),
            ("preview_url", isReady ? .string("\(file)/small.png") : .null),
            ("remote_url", .null), ("meta", isReady ? meta : .null),
            ("description", media.description.isEmpty ? .null : .string(media.description)),
            ("blurhash", media.blurhash.isEmpty ? .null : .string(media.blurhash)),
        ])
    }

    // MARK: - What one is told

    /// A notification.
    func notice(_ notice: NoticeRecord) throws -> JSONValue? {
        guard let account = try account(notice.actor) else { return nil }
        var members = [
            ("id", Self.name(notice.id)), ("type", .string(notice.kind)),
            ("created_at", Self.time(notice.created)), ("account", account),
        ]
        if notice.post != 0 {
            guard let post = try post(notice.post) else { return nil }
            members.append(("status", post))
        }
        return Self.object(members)
    }

    /// How far who asks has read.
    func markers(_ markers: [MarkerRecord]) -> JSONValue {
        Self.object(
            markers.map { marker in
                (
                    marker.timeline,
                    Self.object([
                        ("last_read_id", .string(marker.lastRead)),
                        ("version", Self.number(marker.version)),
                        ("updated_at", Self.time(marker.updated)),
                    ])
                )
            })
    }
}

/// Plain text as HTML.
enum HTMLText {
    /// Text within HTML.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }

    /// The text of a post, with links for its hashtags.
    static func content(_ text: String, tags: [String], base: String) -> String {
        let words = escaped(text).split(separator: " ", omittingEmptySubsequences: false).map {
            word -> String in
            let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            guard word.first == "#", tags.contains(name.lowercased()) else { return String(word) }
            return "<a href=\"\(base)/tags/\(name)\" class=\"mention hashtag\" rel=\"tag\">"
                + "#<span>\(name)</span></a>\(word.dropFirst(1 + name.count))"
        }
        let lines = words.joined(separator: " ").replacing("\r\n", with: "\n")
            .replacing("\n", with: "<br />")
        return "<p>\(lines)</p>"
    }

    /// The hashtags of a text, in lower case.
    static func hashtags(in text: String) -> [String] {
        text.split { $0.isWhitespace }.filter { $0.first == "#" }.map {
            $0.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.lowercased()
        }.filter { !$0.isEmpty }
    }
}
