import TenonCore

/// Fills a new database: 60 people, 2,000 posts, who follows whom, and who likes what.
///
/// All of it follows from one fixed number, so that each demonstration begins the same.
struct Seed {
    private static let people: Int64 = 60
    private static let posts = 2_000
    /// Ana, as whom the demonstration is used: she follows everybody, and so her feed has all posts.
    private static let guest: Int64 = 3
    /// The first of November 2026; posts come before it, one after the other.
    private static let end: Int64 = 1_793_491_200_000
    private static let interval: Int64 = 1_800_000

    private struct Written {
        let id: Int64
        let account: Int64
    }

    /// The hash of each painting, which many posts may have.
    private let hashes: [String] = (0..<Painting.count).map {
        Blurhash.text(of: Painting(number: $0).painted(side: 16))
    }

    /// Fills the database.
    func sow(in connection: any DatabaseConnection) throws {
        let records = FeedRecords(connection)
        var random = SplitMix(seed: 2_026)
        for number in 1...Self.people { try addPerson(number, records, &random) }
        var name: Int64 = 1_000
        for follower in 1...Self.people {
            for followed in 1...Self.people where follower != followed {
                guard random.happens(35) || follower == Self.guest else { continue }
                name += 1
                try connection.execute(
                    "INSERT INTO follow (id, follower, followed) VALUES (?, ?, ?)",
                    [.integer(name), .integer(follower), .integer(followed)])
            }
        }
        var written: [Written] = []
        for number in 0..<Self.posts {
            let post = try addPost(number, after: written, records, &random)
            written.append(post)
        }
        try addFollowNotices(records)
        try addTraps(records)
        try connection.execute(
            "UPDATE last_name SET number = ?", [.integer(Self.end * 1_000)])
    }

    /// Gives the last person a hostile name and a hostile post, with bidirectional controls and with escape
    /// sequences for terminals.
    private func addTraps(_ records: FeedRecords) throws {
        let posts = try records.rows(
            """
            SELECT id FROM post WHERE account = ? AND has_media = 1 ORDER BY id DESC LIMIT 1
            """, [.integer(Self.people)]
        ) { $0.integer(0) }
        guard let post = posts.first else { return }
        let statements = [
            ("UPDATE account SET display = display || ? WHERE id = ?", "", Self.people),
            ("UPDATE post SET content = content || ? WHERE id = ?", "", post),
            ("UPDATE media SET description = ? WHERE post = ?", "A trap.", post),
            ("INSERT INTO hashtag (name, post) VALUES (?, ?)", "trap", post),
        ]
        for (statement, words, id) in statements {
            try records.connection.execute(
                statement, [.text(words + SeedWords.traps), .integer(id)])
        }
    }

    /// Tells everybody of the last two who followed them, beside the posts of the last days.
    private func addFollowNotices(_ records: FeedRecords) throws {
        for followed in 1...Self.people {
            let followers = try records.rows(
                "SELECT follower FROM follow WHERE followed = ? ORDER BY id DESC LIMIT 2",
                [.integer(followed)]
            ) { $0.integer(0) }
            for (index, follower) in followers.enumerated() {
                let time = Self.end - Int64(index * 9 + 4) * Self.interval
                let name = time * 1_000 + 600 + followed
                try notify(followed, "follow", by: follower, named: name, time, records)
            }
        }
    }

    private func addPerson(
        _ number: Int64, _ records: FeedRecords, _ random: inout SplitMix
    ) throws {
        let first = SeedWords.names[Int(number) - 1]
        try records.connection.execute(
            """
            INSERT INTO account (id, name, display, note, created, is_locked)
                VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(number), .text(first.lowercased().replacing("ã", with: "a")),
                .text("\(first) \(random.one(of: SeedWords.families))"),
                .text(
                    "Goes out with a camera \(random.one(of: SeedWords.places)). "
                        + "Nobody real: this is a demonstration."),
                .integer(Self.end - Int64(random.next(in: 400...2_000)) * 86_400_000),
                .integer(random.happens(10) ? 1 : 0),
            ])
    }

    private func addPost(
        _ number: Int, after written: [Written], _ records: FeedRecords, _ random: inout SplitMix
    ) throws -> Written {
        let time = Self.end - Int64(Self.posts - number) * Self.interval
        let id = time * 1_000
        let account = Int64(random.next(in: 1...Int(Self.people)))
        let answered =
            written.isEmpty || !random.happens(20)
            ? nil : written[max(0, written.count - random.next(in: 1...60))]
        let tags = (0..<random.next(in: 1...3)).map { _ in random.one(of: SeedWords.hashtags) }
        let text =
            answered == nil
            ? "\(random.one(of: SeedWords.times)) \(random.one(of: SeedWords.things)) "
                + "\(random.one(of: SeedWords.places)). "
                + Set(tags).sorted().map { "#\($0)" }.joined(separator: " ")
            : random.one(of: SeedWords.answers)
        let pictures = answered == nil ? [1, 1, 1, 1, 2, 3, 4][random.next(in: 0...6)] : 0
        try records.add(
            PostRecord(
                id: id, account: account, created: time, content: text,
                warning: random.happens(3) ? "Very bright" : "", isSensitive: random.happens(4),
                answered: answered?.id ?? 0, hasMedia: pictures > 0),
            hashtags: answered == nil ? tags : [])
        for place in 0..<pictures {
            try addPicture(id + 1 + Int64(place), of: id, account, Int64(place), records, &random)
        }
        if let answered, answered.account != account {
            try notify(
                answered.account, "mention", by: account, about: id, named: id + 500 + account,
                time, records)
        }
        for liker in 1...Self.people where liker != account && random.happens(8) {
            let name = id + 100 + liker
            try records.connection.execute(
                "INSERT INTO favourite (id, post, account) VALUES (?, ?, ?)",
                [.integer(name), .integer(id), .integer(liker)])
            try notify(
                account, "favourite", by: liker, about: id, named: id + 500 + liker, time, records)
        }
        return Written(id: id, account: account)
    }

    private func addPicture(
        _ id: Int64, of post: Int64, _ account: Int64, _ place: Int64, _ records: FeedRecords,
        _ random: inout SplitMix
    ) throws {
        let painting = Painting(number: Int64(random.next(in: 0...Int(Painting.count) - 1)))
        try records.add(
            MediaRecord(
                id: id, account: account, post: post, place: place, painting: painting.number,
                width: Int64(painting.size.width), height: Int64(painting.size.height),
                description: random.happens(70) ? random.one(of: SeedWords.seen) : "",
                focus: (
                    Int64(random.next(in: -5_000...5_000)), Int64(random.next(in: -5_000...5_000))
                ), blurhash: hashes[Int(painting.number)]))
    }

    private func notify(
        _ account: Int64, _ kind: String, by actor: Int64, about post: Int64 = 0,
        named name: Int64, _ time: Int64, _ records: FeedRecords
    ) throws {
        try records.connection.execute(
            """
            INSERT INTO notice (id, account, kind, actor, post, created)
                VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(name), .integer(account), .text(kind), .integer(actor),
                .integer(post), .integer(time),
            ])
    }
}
