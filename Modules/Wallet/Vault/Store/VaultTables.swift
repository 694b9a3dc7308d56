import TenonCore

/// The tables of a vault file.
enum VaultTables {
    /// Makes all tables in an empty database.
    static func create(_ connection: any DatabaseConnection) throws {
        try connection.execute("PRAGMA application_id = \(VaultFormat.applicationID)")
        for table in first { try connection.execute("CREATE TABLE \(table)") }
    }

    /// Makes the tables of attachments, which a vault has from its first one on.
    static func addAttachments(_ connection: any DatabaseConnection) throws {
        for table in attachments { try connection.execute("CREATE TABLE \(table)") }
    }

    /// Whether there are the tables of attachments.
    static func hasAttachments(_ connection: any DatabaseConnection) throws -> Bool {
        var isThere = false
        try connection.query(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'attachment_chunk'", []
        ) { _ in isThere = true }
        return isThere
    }

    /// Refuses a file whose tables are not exactly those of a vault.
    ///
    /// - Throws: ``VaultError`` (`vaultTampered`) naming what was added, changed or is gone.
    static func verify(_ connection: any DatabaseConnection) throws {
        var missing = names
        var isFirstFormat = true
        var findings: [VaultFinding] = []
        func add(_ problem: VaultFinding.Problem, _ name: String) {
            // The name may be an attacker's choice: only its plain letters are shown.
            let shown = name.unicodeScalars.prefix(60).map { scalar in
                scalar.properties.isAlphabetic || scalar == "_" ? String(scalar) : "?"
            }
            findings.append(
                VaultFinding(problem: problem, subject: .structure(shown.joined())))
        }
        try connection.query("SELECT type, name, tbl_name, sql FROM sqlite_master", []) { row in
            let name = row.text(1)
            // The indexes of keys, which SQLite makes itself, have no text.
            if row.text(0) == "index", row.isNull(3), names.contains(row.text(2)) { return }
            guard row.text(0) == "table", missing.remove(name) != nil,
                let expected = expected[name]
            else {
                add(.foreign, name)
                return
            }
            let text = row.text(3)
            if attachmentNames.contains(name) { isFirstFormat = false }
            // Only white space may differ.
            if text != expected.text, words(text) != expected.words { add(.altered, name) }
        }
        if isFirstFormat { missing.subtract(attachmentNames) }
        for name in missing.sorted() { add(.missing, name) }
        guard findings.isEmpty else { throw VaultError.tampered(findings) }
    }

    private static func words(_ sql: String) -> [Substring] {
        sql.split { $0 == " " || $0 == "\n" }
    }

    /// What makes each table, by its name: the text, which SQLite keeps as it is, and its words.
    private static let expected = Dictionary(
        uniqueKeysWithValues: (first + attachments).map { table in
            let text = "CREATE TABLE " + table
            let words = words(text)
            return (String(words[2]), (text: text, words: words))
        })
    private static let names = Set(expected.keys)
    private static let attachmentNames: Set<String> = ["attachment", "attachment_chunk"]

    private static let attachments = [
        """
        attachment (
            id BLOB PRIMARY KEY, begun INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        attachment_chunk (
            attachment BLOB NOT NULL, number INTEGER NOT NULL, sealed BLOB NOT NULL,
            PRIMARY KEY (attachment, number)
        ) STRICT
        """,
    ]

    private static let first = [
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
