package import FeedAPI
import TenonCore

/// A post or an answer that is being written.
package struct Writing: Sendable, Hashable, Codable {
    /// The text, as it was typed.
    package var text = ""
    /// What is shown in its place at first; empty for nothing.
    package var warning = ""
    /// Who may see it.
    package var visibility = Post.Visibility.everyone
    /// Whether its pictures are covered at first.
    package var isSensitive = false
    /// Its pictures, in their order.
    package var pictures: [AttachedPicture] = []

    /// Begins with nothing.
    package init() {}

    /// Writes on at what the server refused.
    init(_ draft: PostDraft) {
        text = draft.text
        warning = draft.warning
        visibility = draft.visibility
        isSensitive = draft.isSensitive
    }

    /// Whether nothing would be lost with it.
    package var isBlank: Bool { self == Writing() }
}

extension FeedRecords {
    /// What is being written in an account: an answer to a post, or else a post; `nil` for nothing.
    ///
    /// Pictures that another window has attached belong to it, too.
    ///
    /// - Parameter typed: What was typed, and is not kept yet.
    func writing(
        _ typed: Writing? = nil, answering answered: PostID?, of account: Int64
    ) throws -> Writing? {
        var writing = typed
        if writing == nil {
            try connection.query(
                "SELECT value FROM feed_writing WHERE account = ? AND answered = ?",
                [.integer(account), .text(answered?.text ?? "")]
            ) { writing = Self.value(of: $0.blob(0)) }
        }
        let named = Set(writing?.pictures.map(\.number) ?? [])
        let others = try attachedPictures(answering: answered, of: account)
            .filter { !named.contains($0.number) }
        guard !others.isEmpty else { return writing }
        var whole = writing ?? Writing()
        whole.pictures = (whole.pictures + others).sorted { $0.number < $1.number }
        return whole
    }

    /// How many posts and answers are being written.
    func countWritings(of account: Int64) throws -> Int {
        var count = 0
        try connection.query(
            """
            SELECT count(*) FROM (
                SELECT 'writing ' || answered FROM feed_writing WHERE account = ?1
                UNION SELECT subject FROM feed_picture
                    WHERE account = ?1 AND subject LIKE 'writing %')
            """, [.integer(account)]
        ) { count = Int($0.integer(0)) }
        return count
    }

    /// Keeps what is being written, in place of what it was before; pictures that it does not name stay.
    func keep(_ writing: Writing, answering answered: PostID?, of account: Int64) throws {
        guard !writing.isBlank else {
            return try forgetWriting(answering: answered, of: account)
        }
        try connection.execute(
            """
            INSERT INTO feed_writing (account, answered, value) VALUES (?, ?, ?)
                ON CONFLICT (account, answered) DO UPDATE SET value = excluded.value
            """,
            [
                .integer(account), .text(answered?.text ?? ""),
                .blob(try Self.bytes(of: writing)),
            ])
    }

    /// Forgets what was being written, with all its pictures.
    func removeWriting(answering answered: PostID?, of account: Int64) throws {
        try forgetWriting(answering: answered, of: account)
        try removePictures(answering: answered, of: account)
    }

    /// Forgets what was being written; its pictures stay.
    func forgetWriting(answering answered: PostID?, of account: Int64) throws {
        try connection.execute(
            "DELETE FROM feed_writing WHERE account = ? AND answered = ?",
            [.integer(account), .text(answered?.text ?? "")])
    }
}
