import TenonCore

/// The tables of a vault file.
enum VaultTables {
    /// Makes all tables in an empty database.
    static func create(_ connection: any DatabaseConnection) throws {
        try connection.execute("PRAGMA application_id = \(VaultFormat.applicationID)")
        for table in definitions { try connection.execute("CREATE TABLE \(table)") }
    }

    private static let definitions = [
        """
        header (
            id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL,
            vault BLOB NOT NULL, created INTEGER NOT NULL, guard BLOB NOT NULL
        ) STRICT
        """,
        """
        slot (
            id BLOB PRIMARY KEY, kind TEXT NOT NULL, memory INTEGER NOT NULL,
            iterations INTEGER NOT NULL, parallelism INTEGER NOT NULL, salt BLOB NOT NULL,
            sealed BLOB NOT NULL, created INTEGER NOT NULL, guard BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        state (
            id INTEGER PRIMARY KEY CHECK (id = 1), locks INTEGER NOT NULL,
            failures INTEGER NOT NULL, failed INTEGER NOT NULL, guard BLOB NOT NULL
        ) STRICT
        """,
        """
        root (
            id INTEGER PRIMARY KEY CHECK (id = 1), counter INTEGER NOT NULL, sealed BLOB NOT NULL
        ) STRICT
        """,
        """
        item_bucket (
            number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL
        ) STRICT
        """,
        """
        site_bucket (
            number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL
        ) STRICT
        """,
        """
        overview (
            n INTEGER PRIMARY KEY, item BLOB NOT NULL UNIQUE, revision INTEGER NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT
        """,
        """
        details (
            n INTEGER PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL
        ) STRICT
        """,
    ]
}

/// One of the two levels of buckets of the manifest.
enum BucketLevel: Int, CaseIterable {
    case items = 0
    case sites = 1

    var table: String {
        switch self {
        case .items: "item_bucket"
        case .sites: "site_bucket"
        }
    }

    var part: SealedPart {
        switch self {
        case .items: .itemBucket
        case .sites: .siteBucket
        }
    }

    func subject(_ number: Int) -> VaultFinding.Subject {
        switch self {
        case .items: .itemBucket(number)
        case .sites: .siteBucket(number)
        }
    }
}
