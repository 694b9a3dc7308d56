import TenonCore

/// A notification as it is in the database.
struct NoticeRecord: Sendable {
    let id: Int64
    let account: Int64
    let kind: String
    let actor: Int64
    let post: Int64
    let created: Int64
}

/// How far an account has read a list.
struct MarkerRecord: Sendable {
    let timeline: String
    let lastRead: String
    let version: Int64
    let updated: Int64
}

extension FeedRecords {
    /// Tells an account something, unless it did so itself.
    func notify(
        _ account: Int64, _ kind: String, by actor: Int64, about post: Int64 = 0, at time: Timestamp
    ) throws -> NoticeRecord? {
        guard account != actor else { return nil }
        let notice = NoticeRecord(
            id: try newName(at: time), account: account, kind: kind, actor: actor, post: post,
            created: time.milliseconds)
        try connection.execute(
            """
            INSERT INTO notice (id, account, kind, actor, post, created)
                VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(notice.id), .integer(account), .text(kind), .integer(actor),
                .integer(post), .integer(notice.created),
            ])
        return notice
    }

    /// What an account was told.
    func notices(of account: Int64, in range: Range) throws -> [NoticeRecord] {
        let (sql, further) = range.query(
            "SELECT id, account, kind, actor, post, created FROM notice WHERE account = ?",
            name: "id")
        let rows = try rows(sql, [.integer(account)] + further) { row in
            NoticeRecord(
                id: row.integer(0), account: row.integer(1), kind: row.text(2),
                actor: row.integer(3), post: row.integer(4), created: row.integer(5))
        }
        return range.after == nil ? rows : rows.reversed()
    }

    /// How far an account has read.
    func markers(of account: Int64) throws -> [MarkerRecord] {
        try rows(
            "SELECT timeline, last_read, version, updated FROM marker WHERE account = ?",
            [.integer(account)]
        ) { row in
            MarkerRecord(
                timeline: row.text(0), lastRead: row.text(1), version: row.integer(2),
                updated: row.integer(3))
        }
    }

    /// Keeps how far an account has read a list.
    func mark(_ account: Int64, _ timeline: String, _ lastRead: String, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO marker (account, timeline, last_read, version, updated)
                VALUES (?, ?, ?, 1, ?)
                ON CONFLICT (account, timeline) DO UPDATE SET last_read = excluded.last_read,
                    version = marker.version + 1, updated = excluded.updated
            """,
            [
                .integer(account), .text(timeline), .text(lastRead), .integer(time.milliseconds),
            ])
    }
}
