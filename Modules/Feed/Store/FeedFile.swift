import Dispatch
import Synchronization
import TenonCore

/// The database, used from threads that may block.
final class FeedFile: Sendable {
    private let databases: any DatabaseOpening
    private let path: String
    private let database = Mutex<(any Database)?>(nil)
    private let writer = DispatchQueue(label: "feed.store.writer")
    private let reader = DispatchQueue(label: "feed.store.reader", attributes: .concurrent)

    /// Names a database; nothing is opened yet.
    init(_ databases: any DatabaseOpening, path: String) {
        self.databases = databases
        self.path = path
    }

    /// The file that is locked by whoever sends what waits in an account.
    func lock(of account: Int64) -> String { "\(path).\(account).lock" }

    /// Reads from one consistent snapshot.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (FeedRecords) throws -> Result
    ) async throws -> Result {
        try await run(on: reader) { try $0.read { try body(FeedRecords($0)) } }
    }

    /// Changes something, durably when it returns.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (FeedRecords) throws -> Result
    ) async throws -> Result {
        try await run(on: writer) { try $0.write { try body(FeedRecords($0)) } }
    }

    /// Closes it; it is opened again when it is used again.
    func close() {
        let opened = database.withLock { database in
            defer { database = nil }
            return database
        }
        try? opened?.close()
    }

    private func run<Result: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable (any Database) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Swift.Result { try body(try opened()) })
            }
        }
    }

    private func opened() throws -> any Database {
        try database.withLock { database in
            if let database { return database }
            try databases.prepareFolder(of: path)
            let opened = try databases.open(path: path, options: DatabaseOptions(create: true))
            do {
                try FeedSchema.migrations.run(on: opened)
            } catch {
                try? opened.close()
                throw error
            }
            database = opened
            return opened
        }
    }
}

/// The tables.
enum FeedSchema {
    static let migrations = DatabaseMigrations(
        of: "feed.store",
        steps: [
            [
                """
                CREATE TABLE feed_account (
                    number BIGINT PRIMARY KEY, server TEXT NOT NULL, id TEXT NOT NULL,
                    handle TEXT NOT NULL, name TEXT NOT NULL, family TEXT NOT NULL,
                    chosen BIGINT NOT NULL, UNIQUE (server, id))
                """,
                """
                CREATE TABLE feed_thing (
                    account BIGINT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
                    value BYTEA NOT NULL, PRIMARY KEY (account, kind, id))
                """,
                """
                CREATE TABLE feed_list (
                    account BIGINT NOT NULL, list TEXT NOT NULL, shown BIGINT NOT NULL,
                    place TEXT NOT NULL, newer BYTEA, older BYTEA, PRIMARY KEY (account, list))
                """,
                """
                CREATE TABLE feed_entry (
                    account BIGINT NOT NULL, list TEXT NOT NULL, id TEXT NOT NULL,
                    place BIGINT NOT NULL, PRIMARY KEY (account, list, id))
                """,
                "CREATE INDEX feed_entry_place ON feed_entry (account, list, place)",
                """
                CREATE TABLE feed_errand (
                    number BIGINT PRIMARY KEY, account BIGINT NOT NULL, subject TEXT NOT NULL,
                    value BYTEA NOT NULL, refusal TEXT NOT NULL)
                """,
                "CREATE TABLE feed_counter (last BIGINT NOT NULL)",
                "INSERT INTO feed_counter (last) VALUES (0)",
            ],
            [
                """
                CREATE TABLE feed_marker (
                    account BIGINT NOT NULL, list TEXT NOT NULL, last_read TEXT NOT NULL,
                    PRIMARY KEY (account, list))
                """,
                """
                CREATE TABLE feed_picture (
                    account BIGINT NOT NULL, subject TEXT NOT NULL, place BIGINT NOT NULL,
                    name TEXT NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL,
                    content BYTEA NOT NULL, media TEXT NOT NULL,
                    PRIMARY KEY (account, subject, place))
                """,
                """
                CREATE TABLE feed_setting (
                    account BIGINT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
                    PRIMARY KEY (account, name))
                """,
                "ALTER TABLE feed_entry ADD COLUMN older BYTEA",
                "ALTER TABLE feed_list ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
                "ALTER TABLE feed_thing ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
                "CREATE INDEX feed_thing_owner ON feed_thing (account, owner)",
                "CREATE INDEX feed_entry_id ON feed_entry (account, id)",
            ],
            ["ALTER TABLE feed_errand ADD COLUMN begun BIGINT"],
            [
                "ALTER TABLE feed_entry ADD COLUMN bundle TEXT NOT NULL DEFAULT ''",
                "UPDATE feed_entry SET bundle = id",
            ],
            [
                """
                CREATE TABLE feed_writing (
                    account BIGINT NOT NULL, answered TEXT NOT NULL, value BYTEA NOT NULL,
                    PRIMARY KEY (account, answered))
                """
            ],
            ["ALTER TABLE feed_picture ADD COLUMN part TEXT NOT NULL DEFAULT ''"],
        ])
}
