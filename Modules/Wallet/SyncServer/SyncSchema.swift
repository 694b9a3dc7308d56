import TenonCore

/// The tables, in SQL that SQLite and PostgreSQL understand alike.
///
/// Every primary key of what a vault has begins with the vault, so that a database that is spread over many
/// machines can keep a vault in one place; each of them has the small table of invitations for new vaults. There are
/// no sequences, triggers or foreign keys. `BYTEA` is what PostgreSQL calls bytes; SQLite takes any name, and keeps
/// bytes as they are.
enum SyncSchema {
    /// Each change of the tables, in order; one that was released is never edited.
    private static let steps: [[String]] = [
        [
            """
            CREATE TABLE vault (
                vault TEXT NOT NULL PRIMARY KEY,
                made BIGINT NOT NULL,
                bytes BIGINT NOT NULL)
            """,
            """
            CREATE TABLE device (
                vault TEXT NOT NULL,
                device TEXT NOT NULL,
                added BIGINT NOT NULL,
                removed BIGINT NOT NULL,
                number BIGINT NOT NULL,
                hash BYTEA NOT NULL,
                PRIMARY KEY (vault, device))
            """,
            """
            CREATE TABLE log_entry (
                vault TEXT NOT NULL,
                device TEXT NOT NULL,
                number BIGINT NOT NULL,
                content BYTEA NOT NULL,
                PRIMARY KEY (vault, device, number))
            """,
            """
            CREATE TABLE invitation (
                vault TEXT NOT NULL,
                invitation TEXT NOT NULL,
                public_key BYTEA NOT NULL,
                made BIGINT NOT NULL,
                offer BYTEA,
                request BYTEA,
                PRIMARY KEY (vault, invitation))
            """,
            """
            CREATE TABLE used_nonce (
                vault TEXT NOT NULL,
                device TEXT NOT NULL,
                nonce BYTEA NOT NULL,
                used BIGINT NOT NULL,
                PRIMARY KEY (vault, device, nonce))
            """,
        ],
        [
            // Has a row while a copy into this database is not finished.
            "CREATE TABLE unfinished_copy (number BIGINT NOT NULL PRIMARY KEY)",
            // Has one row, which is written to see whether that can be done.
            """
            CREATE TABLE write_check (
                number BIGINT NOT NULL PRIMARY KEY,
                content BYTEA NOT NULL)
            """,
        ],
        [
            """
            CREATE TABLE blob (
                vault TEXT NOT NULL,
                name TEXT NOT NULL,
                content BYTEA NOT NULL,
                PRIMARY KEY (vault, name))
            """
        ],
        [
            // Has a row for each invitation by which new vaults come; its name is a hash of its code.
            """
            CREATE TABLE registration (
                name TEXT NOT NULL PRIMARY KEY,
                made BIGINT NOT NULL,
                expires BIGINT NOT NULL,
                uses BIGINT NOT NULL)
            """
        ],
    ]

    /// The tables with the rows of vaults.
    static let tables = ["log_entry", "blob", "device", "invitation", "used_nonce", "vault"]

    private static let owner = "wallet.sync-server"

    /// Makes the tables, or brings them up to date; once, whichever server starts first.
    ///
    /// - Throws: An error of the database; `persistence.newer` for tables of a newer version.
    static func update(_ database: any Database) throws {
        try DatabaseMigrations(of: owner, steps: steps).run(on: database)
    }

    /// Whether a database has the tables of this version; nothing is changed in it.
    static func isCurrent(_ database: any Database) throws -> Bool {
        do {
            return try database.read { connection in
                var count: Int64 = 0
                try connection.query(
                    "SELECT count(*) FROM tenon_migration WHERE owner = ?", [.text(owner)]
                ) { count = $0.integer(0) }
                return count == Int64(steps.count)
            }
        } catch let error as any ExplainedError where error.code == .databaseMisuse {
            // There is no such table, so that this is the database of something else.
            return false
        }
    }

    /// Whether a copy into a database was begun and is not finished.
    static func isUnfinished(_ database: any Database) throws -> Bool {
        try hasRows("unfinished_copy", in: database)
    }

    /// Whether a database has nothing of any vault, and no invitation for new ones.
    static func isEmpty(_ database: any Database) throws -> Bool {
        for table in tables + ["registration"] where try hasRows(table, in: database) {
            return false
        }
        return true
    }

    private static func hasRows(_ table: String, in database: any Database) throws -> Bool {
        try database.read { connection in
            var hasRows = false
            try connection.query("SELECT 1 FROM \(table) LIMIT 1", []) { _ in hasRows = true }
            return hasRows
        }
    }
}
