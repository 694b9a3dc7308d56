package import FeedAPI
import Foundation
import TenonCore
import TenonNetworking

/// What can be kept, and found again by its name.
package protocol Keepable: FeedModel, Hashable, Codable {
    /// What it is, among all that is kept.
    static var kind: String { get }
    /// Its name on its server.
    var keptName: String { get }
    /// The account that it is from, by its name; empty for none.
    var keptOwner: String { get }
    /// The same for all that are shown as one in lists that gather; else its name.
    var bundle: String { get }
}

extension Keepable {
    package var keptOwner: String { "" }
    package var bundle: String { keptName }
}

extension Post: Keepable {
    package static let kind = "post"
    package var keptName: String { id.text }
    package var keptOwner: String { account.id.text }
}

extension Account: Keepable {
    package static let kind = "person"
    package var keptName: String { id.text }
}

extension FeedNotification: Keepable {
    package static let kind = "notice"
    package var keptName: String { id.text }
    package var keptOwner: String { account?.id.text ?? "" }
    package var bundle: String { subject ?? keptName }
}

extension Hashtag: Keepable {
    package static let kind = "tag"
    package var keptName: String { name }
}

extension Relationship: Keepable {
    package static let kind = "relationship"
    package var keptName: String { account.text }
}

/// The SQL of this module, within one read or one transaction.
struct FeedRecords {
    let connection: any DatabaseConnection

    init(_ connection: any DatabaseConnection) { self.connection = connection }

    // MARK: - Accounts

    func accounts() throws -> [AccountRecord] {
        var accounts: [AccountRecord] = []
        try connection.query(
            """
            SELECT number, server, id, handle, name, family, chosen FROM feed_account
                ORDER BY number
            """, []
        ) { row in
            if let account = AccountRecord(row) { accounts.append(account) }
        }
        return accounts
    }

    /// Adds an account, or finds it again, and chooses it.
    func add(_ account: AccountRecord) throws -> AccountRecord {
        let known = try accounts()
        var account = account
        let same = known.first { $0.server == account.server && $0.id == account.id }
        account.number = try same?.number ?? nextNumber()
        try connection.execute(
            """
            INSERT INTO feed_account (number, server, id, handle, name, family, chosen)
                VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT (number) DO UPDATE SET
                handle = excluded.handle, name = excluded.name, family = excluded.family
            """,
            [
                .integer(account.number), .text(account.server.text), .text(account.id.text),
                .text(account.handle), .text(account.name), .text(account.family.rawValue),
            ])
        try choose(account.number)
        return account
    }

    /// Whether an account is there.
    func hasAccount(_ number: Int64) throws -> Bool {
        var isThere = false
        try connection.query(
            "SELECT 1 FROM feed_account WHERE number = ?", [.integer(number)]
        ) { _ in isThere = true }
        return isThere
    }

    /// A number that nothing has had before, so that what is late for something that is gone is never
    /// taken for something else.
    func nextNumber() throws -> Int64 {
        var number: Int64 = 0
        try connection.query("UPDATE feed_counter SET last = last + 1 RETURNING last", []) {
            number = $0.integer(0)
        }
        return number
    }

    func choose(_ number: Int64) throws {
        try connection.execute("UPDATE feed_account SET chosen = 0", [])
        try connection.execute(
            "UPDATE feed_account SET chosen = 1 WHERE number = ?", [.integer(number)])
    }

    /// Removes an account with everything of it; another one is chosen if there is one.
    func remove(_ number: Int64) throws {
        let tables = [
            "feed_thing", "feed_list", "feed_entry", "feed_errand", "feed_marker", "feed_picture",
            "feed_setting", "feed_writing",
        ]
        for table in tables {
            try connection.execute("DELETE FROM \(table) WHERE account = ?", [.integer(number)])
        }
        try connection.execute("DELETE FROM feed_account WHERE number = ?", [.integer(number)])
        if let next = try accounts().first { try choose(next.number) }
    }

    // MARK: - Things

    /// Keeps values in place of what was known of them; with posts, those who posted them and what
    /// they share, and with notifications those who caused them and the posts.
    func keep<Value: Keepable>(_ values: [Value], of account: Int64) throws {
        if let posts = values as? [Post], !posts.isEmpty {
            try keep(posts.map(\.account), of: account)
            try keep(posts.compactMap(\.shared), of: account)
        }
        if let notices = values as? [FeedNotification], !notices.isEmpty {
            try keep(notices.compactMap(\.account), of: account)
            try keep(notices.compactMap(\.post), of: account)
        }
        for value in values {
            try connection.execute(
                """
                INSERT INTO feed_thing (account, kind, id, value, owner) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (account, kind, id) DO UPDATE SET value = excluded.value,
                    owner = excluded.owner
                """,
                [
                    .integer(account), .text(Value.kind), .text(value.keptName),
                    .blob(try Self.bytes(of: value)), .text(value.keptOwner),
                ])
        }
    }

    func thing<Value: Keepable>(_ name: String, of account: Int64) throws -> Value? {
        var found: Value?
        try connection.query(
            "SELECT value FROM feed_thing WHERE account = ? AND kind = ? AND id = ?",
            [.integer(account), .text(Value.kind), .text(name)]
        ) { found = Self.value(of: $0.blob(0)) }
        return found
    }

    func forget<Value: Keepable>(_ type: Value.Type, _ name: String, of account: Int64) throws {
        try connection.execute(
            "DELETE FROM feed_thing WHERE account = ? AND kind = ? AND id = ?",
            [.integer(account), .text(Value.kind), .text(name)])
    }

    /// The bytes of a value.
    static func bytes(of value: some Encodable) throws -> [UInt8] {
        Array(try JSONEncoder().encode(value))
    }

    /// A value of bytes; `nil` for what another version has written.
    static func value<Value: Decodable>(of bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }
}
