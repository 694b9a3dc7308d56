import TenonCore

/// A picture as it is in the database, without its bytes.
struct MediaRecord: Sendable {
    /// How far the server has got with it.
    enum State: Int64, Sendable {
        case waiting = 0
        case ready = 1
        case failed = 2
    }

    var id: Int64
    var account: Int64
    var post: Int64 = 0
    var place: Int64 = 0
    var state = State.ready
    /// The number of its painting; −1 for one that somebody has sent.
    var painting: Int64 = -1
    var width: Int64 = 0
    var height: Int64 = 0
    var description = ""
    /// The focus in ten-thousandths.
    var focus: (x: Int64, y: Int64) = (0, 0)
    var blurhash = ""
}

extension FeedRecords {
    private static let columns = """
        SELECT id, account, post, place, state, painting, width, height, description, focus_x,
            focus_y, blurhash FROM media
        """

    private func media(_ rest: String, _ arguments: [DatabaseValue]) throws -> [MediaRecord] {
        try rows("\(Self.columns) \(rest)", arguments) { row in
            MediaRecord(
                id: row.integer(0), account: row.integer(1), post: row.integer(2),
                place: row.integer(3), state: .init(rawValue: row.integer(4)) ?? .failed,
                painting: row.integer(5), width: row.integer(6), height: row.integer(7),
                description: row.text(8), focus: (row.integer(9), row.integer(10)),
                blurhash: row.text(11))
        }
    }

    /// A picture; `nil` when there is none.
    func media(_ id: Int64) throws -> MediaRecord? {
        try media("WHERE id = ?", [.integer(id)]).first
    }

    /// The pictures of a post.
    func media(of post: Int64) throws -> [MediaRecord] {
        try media("WHERE post = ? ORDER BY place", [.integer(post)])
    }

    /// Adds a picture.
    func add(_ media: MediaRecord, content: [UInt8] = []) throws {
        try connection.execute(
            """
            INSERT INTO media (id, account, post, place, state, painting, content, width, height,
                description, focus_x, focus_y, blurhash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(media.id), .integer(media.account), .integer(media.post),
                .integer(media.place), .integer(media.state.rawValue), .integer(media.painting),
                .blob(content), .integer(media.width), .integer(media.height),
                .text(media.description), .integer(media.focus.x), .integer(media.focus.y),
                .text(media.blurhash),
            ])
    }

    /// Keeps what a picture is about, and how far the server has got with it.
    func update(_ media: MediaRecord) throws {
        try connection.execute(
            """
            UPDATE media SET post = ?, place = ?, state = ?, width = ?, height = ?, description = ?,
                focus_x = ?, focus_y = ?, blurhash = ? WHERE id = ?
            """,
            [
                .integer(media.post), .integer(media.place), .integer(media.state.rawValue),
                .integer(media.width), .integer(media.height), .text(media.description),
                .integer(media.focus.x), .integer(media.focus.y), .text(media.blurhash),
                .integer(media.id),
            ])
    }

    /// The bytes of a picture that somebody has sent.
    func content(of media: Int64) throws -> [UInt8] {
        try rows("SELECT content FROM media WHERE id = ?", [.integer(media)]) { $0.blob(0) }.first
            ?? []
    }

    /// Gives up on pictures that a server which has ended did not get to.
    func failUnfinished() throws {
        try connection.execute(
            "UPDATE media SET state = ? WHERE state = ?",
            [
                .integer(MediaRecord.State.failed.rawValue),
                .integer(MediaRecord.State.waiting.rawValue),
            ])
    }
}
