import TenonCore

/// A post as it is in the database.
struct PostRecord: Sendable {
    var id: Int64 = 0
    var account: Int64
    var created: Int64
    var content: String
    var warning = ""
    var isSensitive = false
    var visibility = "public"
    var language = "en"
    var answered: Int64 = 0
    var hasMedia = false
}

extension FeedRecords {
    /// A post; `nil` when there is none, or when who asks may not see it.
    func post(_ id: Int64, for viewer: Int64) throws -> PostRecord? {
        let found = try rows(
            """
            SELECT id, account, created, content, warning, is_sensitive, visibility, language,
                answered, has_media FROM post WHERE id = ?
            """, [.integer(id)]
        ) { row in
            PostRecord(
                id: row.integer(0), account: row.integer(1), created: row.integer(2),
                content: row.text(3), warning: row.text(4), isSensitive: row.integer(5) == 1,
                visibility: row.text(6), language: row.text(7), answered: row.integer(8),
                hasMedia: row.integer(9) == 1)
        }
        guard let post = found.first else { return nil }
        if ["public", "unlisted"].contains(post.visibility) || post.account == viewer {
            return post
        }
        guard post.visibility == "private", viewer != 0 else { return nil }
        return try follows(viewer, post.account) ? post : nil
    }

    /// Adds a post, whose name is set before.
    func add(_ post: PostRecord, hashtags: [String]) throws {
        try connection.execute(
            """
            INSERT INTO post (id, account, created, content, warning, is_sensitive, visibility,
                language, answered, has_media) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(post.id), .integer(post.account), .integer(post.created),
                .text(post.content), .text(post.warning), .integer(post.isSensitive ? 1 : 0),
                .text(post.visibility), .text(post.language), .integer(post.answered),
                .integer(post.hasMedia ? 1 : 0),
            ])
        for name in Set(hashtags) {
            try connection.execute(
                "INSERT INTO hashtag (name, post) VALUES (?, ?)", [.text(name), .integer(post.id)])
        }
    }

    /// Removes a post with all that belongs to it; answers to it stay.
    func remove(post id: Int64) throws {
        for (table, column) in [
            ("hashtag", "post"), ("favourite", "post"), ("notice", "post"), ("media", "post"),
            ("idempotency", "post"), ("post", "id"),
        ] {
            try connection.execute("DELETE FROM \(table) WHERE \(column) = ?", [.integer(id)])
        }
    }

    /// The hashtags of a post.
    func hashtags(of post: Int64) throws -> [String] {
        try rows("SELECT name FROM hashtag WHERE post = ? ORDER BY name", [.integer(post)]) {
            $0.text(0)
        }
    }

    /// The hashtags that begin with a word.
    func hashtags(beginning word: String, limit: Int) throws -> [String] {
        try rows(
            "SELECT DISTINCT name FROM hashtag WHERE name LIKE ? ESCAPE '\\' ORDER BY name LIMIT ?",
            [.text(String(Self.pattern(word).dropFirst())), .integer(Int64(limit))]
        ) { $0.text(0) }
    }

    /// The public posts whose text contains a word.
    func posts(with word: String, limit: Int) throws -> [Int64] {
        try rows(
            """
            SELECT id FROM post WHERE visibility = 'public' AND content LIKE ? ESCAPE '\\'
                ORDER BY id DESC LIMIT ?
            """, [.text(Self.pattern(word)), .integer(Int64(limit))]
        ) { $0.integer(0) }
    }

    /// How many answers a post has, and how many like it.
    func counts(of post: Int64) throws -> (answers: Int64, likes: Int64) {
        (
            try number("SELECT count(*) FROM post WHERE answered = ?", [.integer(post)]),
            try number("SELECT count(*) FROM favourite WHERE post = ?", [.integer(post)])
        )
    }

    // MARK: - Lists

    /// The posts of those whom an account follows, and its own.
    func home(of id: Int64, in range: Range) throws -> [(name: Int64, subject: Int64)] {
        try names(
            """
            SELECT id, id FROM post WHERE visibility <> 'direct' AND (account = ? OR account IN
                (SELECT followed FROM follow WHERE follower = ?))
            """, [.integer(id), .integer(id)], in: range)
    }

    /// All public posts.
    func everyone(onlyMedia: Bool, in range: Range) throws -> [(name: Int64, subject: Int64)] {
        try names(
            "SELECT id, id FROM post WHERE visibility = 'public'"
                + (onlyMedia ? " AND has_media = 1" : ""), [], in: range)
    }

    /// The public posts with a hashtag.
    func posts(tagged name: String, in range: Range) throws -> [(name: Int64, subject: Int64)] {
        try names(
            "SELECT post, post FROM hashtag WHERE name = ?", [.text(name)], name: "post", in: range)
    }

    /// The posts of an account.
    func posts(
        of id: Int64, onlyMedia: Bool, in range: Range
    ) throws -> [(name: Int64, subject: Int64)] {
        try names(
            "SELECT id, id FROM post WHERE account = ?" + (onlyMedia ? " AND has_media = 1" : ""),
            [.integer(id)], in: range)
    }

    /// The posts that answer another one, and those that answer these, in the order of time.
    func descendants(of id: Int64, limit: Int) throws -> [Int64] {
        var found: [Int64] = []
        var open = [id]
        while let next = open.popLast(), found.count < limit {
            let answers = try rows(
                "SELECT id FROM post WHERE answered = ? ORDER BY id", [.integer(next)]
            ) { $0.integer(0) }
            found += answers
            open += answers
        }
        return Array(found.sorted().prefix(limit))
    }

    // MARK: - Likes

    /// Whether an account likes a post.
    func likes(_ account: Int64, _ post: Int64) throws -> Bool {
        try number(
            "SELECT count(*) FROM favourite WHERE post = ? AND account = ?",
            [.integer(post), .integer(account)]) > 0
    }

    /// Lets an account like a post.
    ///
    /// - Returns: Whether it did not before.
    func like(_ account: Int64, _ post: Int64, at time: Timestamp) throws -> Bool {
        guard try !likes(account, post) else { return false }
        try connection.execute(
            "INSERT INTO favourite (id, post, account) VALUES (?, ?, ?)",
            [.integer(try newName(at: time)), .integer(post), .integer(account)])
        return true
    }

    /// Lets an account like a post no longer.
    func unlike(_ account: Int64, _ post: Int64) throws {
        try connection.execute(
            "DELETE FROM favourite WHERE post = ? AND account = ?",
            [.integer(post), .integer(account)])
    }

    /// Who likes a post.
    func likers(of post: Int64, in range: Range) throws -> [(name: Int64, subject: Int64)] {
        try names(
            "SELECT id, account FROM favourite WHERE post = ?", [.integer(post)], in: range)
    }

    /// What an account likes.
    func liked(by account: Int64, in range: Range) throws -> [(name: Int64, subject: Int64)] {
        try names(
            "SELECT id, post FROM favourite WHERE account = ?", [.integer(account)], in: range)
    }

    // MARK: - Repetitions

    /// The post that was made by a request before; `nil` when there was none.
    func post(of account: Int64, key: String) throws -> Int64? {
        try rows(
            "SELECT post FROM idempotency WHERE account = ? AND name = ?",
            [.integer(account), .text(key)]
        ) { $0.integer(0) }.first
    }

    /// Remembers which post a request has made.
    func remember(_ post: Int64, of account: Int64, key: String) throws {
        try connection.execute(
            "INSERT INTO idempotency (account, name, post) VALUES (?, ?, ?)",
            [.integer(account), .text(key), .integer(post)])
    }
}
