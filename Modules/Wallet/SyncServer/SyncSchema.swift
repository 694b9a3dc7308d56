import TenonCore

/// The tables, in SQL that SQLite and PostgreSQL understand alike.
///
/// Every primary key begins with the vault, so that a database that is spread over many machines can keep
/// a vault in one place. There are no sequences, triggers or foreign keys. `BYTEA` is what PostgreSQL calls
/// bytes; SQLite takes any name, and keeps bytes as they are.
enum SyncSchema {
    /// Each change of the tables, in order; one that was released is never edited.
    private static let versions: [[String]] = [
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
        ]
    ]

    /// Makes the tables, or brings them up to date; once, whichever server starts first.
    ///
    /// - Throws: ``SyncServerError`` for tables of a newer version; an error of the database.
    static func update(_ database: any Database) throws {
        try database.write { connection in
            try connection.execute(
                "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY)")
            var current = 0
            try connection.query("SELECT version FROM schema_version", []) {
                current = max(current, Int($0.integer(0)))
            }
            guard current <= versions.count else { throw SyncServerError.newerSchema }
            for (index, statements) in versions.enumerated().dropFirst(current) {
                for statement in statements { try connection.execute(statement) }
                try connection.execute(
                    "INSERT INTO schema_version (version) VALUES (?)", [.integer(Int64(index + 1))])
            }
        }
    }
}
