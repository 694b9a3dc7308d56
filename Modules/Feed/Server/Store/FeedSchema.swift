import TenonCore

/// The tables, in SQL that SQLite and PostgreSQL understand alike.
enum FeedSchema {
    private static let steps: [[String]] = [
        [
            """
            CREATE TABLE account (
                id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, display TEXT NOT NULL,
                note TEXT NOT NULL, created BIGINT NOT NULL, is_locked BIGINT NOT NULL)
            """,
            """
            CREATE TABLE post (
                id BIGINT NOT NULL PRIMARY KEY, account BIGINT NOT NULL, created BIGINT NOT NULL,
                content TEXT NOT NULL, warning TEXT NOT NULL, is_sensitive BIGINT NOT NULL,
                visibility TEXT NOT NULL, language TEXT NOT NULL, answered BIGINT NOT NULL,
                has_media BIGINT NOT NULL)
            """,
            "CREATE INDEX post_of_account ON post (account, id)",
            "CREATE INDEX post_answering ON post (answered, id)",
            """
            CREATE TABLE hashtag (
                name TEXT NOT NULL, post BIGINT NOT NULL, PRIMARY KEY (name, post))
            """,
            "CREATE INDEX hashtag_of_post ON hashtag (post)",
            """
            CREATE TABLE media (
                id BIGINT NOT NULL PRIMARY KEY, account BIGINT NOT NULL, post BIGINT NOT NULL,
                place BIGINT NOT NULL, state BIGINT NOT NULL, painting BIGINT NOT NULL,
                content BYTEA NOT NULL, width BIGINT NOT NULL, height BIGINT NOT NULL,
                description TEXT NOT NULL, focus_x BIGINT NOT NULL, focus_y BIGINT NOT NULL,
                blurhash TEXT NOT NULL)
            """,
            "CREATE INDEX media_of_post ON media (post, place)",
            """
            CREATE TABLE follow (
                id BIGINT NOT NULL PRIMARY KEY, follower BIGINT NOT NULL, followed BIGINT NOT NULL,
                UNIQUE (follower, followed))
            """,
            "CREATE INDEX follow_of_followed ON follow (followed, id)",
            """
            CREATE TABLE favourite (
                id BIGINT NOT NULL PRIMARY KEY, post BIGINT NOT NULL, account BIGINT NOT NULL,
                UNIQUE (post, account))
            """,
            "CREATE INDEX favourite_of_account ON favourite (account, id)",
            """
            CREATE TABLE notice (
                id BIGINT NOT NULL PRIMARY KEY, account BIGINT NOT NULL, kind TEXT NOT NULL,
                actor BIGINT NOT NULL, post BIGINT NOT NULL, created BIGINT NOT NULL)
            """,
            "CREATE INDEX notice_of_account ON notice (account, id)",
            """
            CREATE TABLE marker (
                account BIGINT NOT NULL, timeline TEXT NOT NULL, last_read TEXT NOT NULL,
                version BIGINT NOT NULL, updated BIGINT NOT NULL,
                PRIMARY KEY (account, timeline))
            """,
            """
            CREATE TABLE idempotency (
                account BIGINT NOT NULL, name TEXT NOT NULL, post BIGINT NOT NULL,
                PRIMARY KEY (account, name))
            """,
            """
            CREATE TABLE app (
                client TEXT NOT NULL PRIMARY KEY, secret BYTEA NOT NULL, name TEXT NOT NULL,
                redirects TEXT NOT NULL, scopes TEXT NOT NULL)
            """,
            """
            CREATE TABLE code (
                hash BYTEA NOT NULL PRIMARY KEY, client TEXT NOT NULL, account BIGINT NOT NULL,
                scopes TEXT NOT NULL, redirect TEXT NOT NULL, challenge TEXT NOT NULL,
                ends BIGINT NOT NULL, is_used BIGINT NOT NULL)
            """,
            """
            CREATE TABLE token (
                hash BYTEA NOT NULL PRIMARY KEY, client TEXT NOT NULL, account BIGINT NOT NULL,
                scopes TEXT NOT NULL, made BIGINT NOT NULL, code BYTEA NOT NULL)
            """,
            "CREATE TABLE last_name (number BIGINT NOT NULL)",
            "INSERT INTO last_name (number) VALUES (0)",
        ],
        [
            // When a token ends, in milliseconds; 0 for one that does not.
            "ALTER TABLE token ADD COLUMN ends BIGINT NOT NULL DEFAULT 0",
            """
            CREATE TABLE refresh (
                hash BYTEA NOT NULL PRIMARY KEY, client TEXT NOT NULL, account BIGINT NOT NULL,
                scopes TEXT NOT NULL, code BYTEA NOT NULL)
            """,
        ],
    ]

    /// Makes the tables, or brings them up to date.
    static func update(_ database: any Database) throws {
        try DatabaseMigrations(of: "feed.server", steps: steps).run(on: database)
    }
}
