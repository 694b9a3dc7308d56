import TenonCore

/// An account as it is in the database.
struct AccountRecord: Sendable {
    let id: Int64
    let name: String
    let display: String
    let note: String
    let created: Int64
    let isLocked: Bool
    var followers: Int64 = 0
    var following: Int64 = 0
    var posts: Int64 = 0
    var lastPost: Int64 = 0
}

extension FeedRecords {
    private static let columns = "SELECT id, name, display, note, created, is_locked FROM account"

    private func account(_ condition: String, _ value: DatabaseValue) throws -> AccountRecord? {
        let found = try rows("\(Self.columns) WHERE \(condition) = ?", [value]) { row in
            AccountRecord(
                id: row.integer(0), name: row.text(1), display: row.text(2), note: row.text(3),
                created: row.integer(4), isLocked: row.integer(5) == 1)
        }
        guard var record = found.first else { return nil }
        let id = DatabaseValue.integer(record.id)
        record.followers = try number("SELECT count(*) FROM follow WHERE followed = ?", [id])
        record.following = try number("SELECT count(*) FROM follow WHERE follower = ?", [id])
        record.posts = try number("SELECT count(*) FROM post WHERE account = ?", [id])
        record.lastPost = try number(
            "SELECT coalesce(max(created), 0) FROM post WHERE account = ?", [id])
        return record
    }

    /// An account by its name on the wire; `nil` when there is none.
    func account(_ id: Int64) throws -> AccountRecord? { try account("id", .integer(id)) }

    /// An account by its handle, in any case.
    func account(named name: String) throws -> AccountRecord? {
        try account("name", .text(name.lowercased()))
    }

    /// The accounts whose names contain a word.
    func accounts(with word: String, limit: Int) throws -> [AccountRecord] {
        try rows(
            """
            SELECT id FROM account WHERE name LIKE ? ESCAPE '\\' OR display LIKE ? ESCAPE '\\'
                ORDER BY name LIMIT ?
            """, [.text(Self.pattern(word)), .text(Self.pattern(word)), .integer(Int64(limit))]
        ) { $0.integer(0) }.compactMap { try account($0) }
    }

    /// A pattern for `LIKE` that looks for a word anywhere.
    static func pattern(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
            .replacing("_", with: "\\_")
        return "%\(escaped)%"
    }

    /// Whether one account follows another.
    func follows(_ follower: Int64, _ followed: Int64) throws -> Bool {
        try number(
            "SELECT count(*) FROM follow WHERE follower = ? AND followed = ?",
            [.integer(follower), .integer(followed)]) > 0
    }

    /// Lets one account follow another.
    ///
    /// - Returns: Whether it did not before.
    func follow(_ follower: Int64, _ followed: Int64, at time: Timestamp) throws -> Bool {
        guard try !follows(follower, followed) else { return false }
        try connection.execute(
            "INSERT INTO follow (id, follower, followed) VALUES (?, ?, ?)",
            [.integer(try newName(at: time)), .integer(follower), .integer(followed)])
        return true
    }

    /// Lets one account follow another no longer.
    func unfollow(_ follower: Int64, _ followed: Int64) throws {
        try connection.execute(
            "DELETE FROM follow WHERE follower = ? AND followed = ?",
            [.integer(follower), .integer(followed)])
    }

    /// Who follows an account.
    func followers(of id: Int64, in range: Range) throws -> [(name: Int64, subject: Int64)] {
        try names(
            "SELECT id, follower FROM follow WHERE followed = ?", [.integer(id)], in: range)
    }

    /// Whom an account follows.
    func following(of id: Int64, in range: Range) throws -> [(name: Int64, subject: Int64)] {
        try names(
            "SELECT id, followed FROM follow WHERE follower = ?", [.integer(id)], in: range)
    }
}
