package import FeedAPI
package import TenonCore

/// Something that the person did and the server has to be told.
package enum Errand: Sendable, Hashable, Codable {
    case like(PostID, Bool)
    case follow(AccountID, Bool)
    case publish(PostDraft)

    /// What it is about: a later errand with the same one takes the place of an earlier one.
    var subject: String {
        switch self {
        case .like(let id, _): "like \(id)"
        case .follow(let id, _): "follow \(id)"
        case .publish(let draft): "publish \(draft.key.text)"
        }
    }
}

/// An errand that waits.
package struct WaitingErrand: Sendable, Hashable {
    /// Its place in the order in which they are sent.
    package let number: Int64
    /// What is to be done.
    package let errand: Errand
    /// Why the server did not take it; empty while it waits.
    package let refusal: String
    /// When the server was first told, while it is not known whether it heard.
    let begun: Timestamp?
}

/// How much of the pictures of an errand was sent.
package struct UploadProgress: Sendable, Hashable {
    /// The number of the errand.
    package let errand: Int64
    /// The part that was sent, from 0 to 1, in hundredths.
    package let fraction: Double

    init(errand: Int64, sent: Int, of length: Int) {
        self.errand = errand
        fraction = Double(sent * 100 / max(1, length)) / 100
    }
}

/// What became of an errand.
package enum Delivery: Sendable, Equatable {
    /// The server did it.
    case sent
    /// It waits, for a reason, and is tried again.
    case waiting(Explanation)
    /// The person took it back before the server was told.
    case takenBack
}

extension FeedRecords {
    /// Adds an errand, in place of one about the same.
    func add(_ errand: Errand, of account: Int64) throws -> Int64 {
        try connection.execute(
            "DELETE FROM feed_errand WHERE account = ? AND subject = ?",
            [.integer(account), .text(errand.subject)])
        let number = try nextNumber()
        try connection.execute(
            """
            INSERT INTO feed_errand (number, account, subject, value, refusal)
                VALUES (?, ?, ?, ?, '')
            """,
            [
                .integer(number), .integer(account), .text(errand.subject),
                .blob(try Self.bytes(of: errand)),
            ])
        return number
    }

    func errands(of account: Int64) throws -> [WaitingErrand] {
        var errands: [WaitingErrand] = []
        try connection.query(
            """
            SELECT number, value, refusal, begun FROM feed_errand WHERE account = ? ORDER BY number
            """, [.integer(account)]
        ) { row in
            guard let errand: Errand = Self.value(of: row.blob(1)) else { return }
            errands.append(
                WaitingErrand(
                    number: row.integer(0), errand: errand, refusal: row.text(2),
                    begun: row.isNull(3) ? nil : Timestamp(milliseconds: row.integer(3))))
        }
        return errands
    }

    /// Whether an errand is still there.
    func isWaiting(_ number: Int64, of account: Int64) throws -> Bool {
        try errands(of: account).contains { $0.number == number }
    }

    func removeErrand(_ number: Int64, of account: Int64) throws {
        try connection.execute(
            """
            DELETE FROM feed_picture WHERE account = ? AND subject IN
                (SELECT subject FROM feed_errand WHERE number = ?)
            """, [.integer(account), .integer(number)])
        try connection.execute(
            "DELETE FROM feed_errand WHERE account = ? AND number = ?",
            [.integer(account), .integer(number)])
    }

    func refuseErrand(_ number: Int64, _ reason: String, of account: Int64) throws {
        try connection.execute(
            "UPDATE feed_errand SET refusal = ? WHERE account = ? AND number = ?",
            [.text(reason), .integer(account), .integer(number)])
    }

    /// Lets an errand that was refused wait again, as if it had never been begun.
    func retryErrand(_ number: Int64, of account: Int64) throws {
        try connection.execute(
            """
            UPDATE feed_errand SET refusal = '', begun = NULL
                WHERE account = ? AND number = ? AND refusal <> ''
            """, [.integer(account), .integer(number)])
    }

    /// Notes that the server is being told, unless it was before.
    ///
    /// - Returns: Whether the errand still waits.
    func begin(_ number: Int64, at time: Timestamp, of account: Int64) throws -> Bool {
        try connection.execute(
            """
            UPDATE feed_errand SET begun = coalesce(begun, ?)
                WHERE account = ? AND number = ? AND refusal = ''
            """, [.integer(time.milliseconds), .integer(account), .integer(number)]) > 0
    }

    /// Notes that the server certainly was not told.
    func unbegin(_ number: Int64, of account: Int64) throws {
        try connection.execute(
            "UPDATE feed_errand SET begun = NULL WHERE account = ? AND number = ?",
            [.integer(account), .integer(number)])
    }
}
