import TenonCore

extension SQLiteConnection {
    /// Refuses a file that contains statements.
    ///
    /// Triggers, views and virtual tables would run as a part of what the caller writes. The text of
    /// the definition counts as well as the type: SQLite obeys the text, whatever the type says.
    ///
    /// - Throws: ``SQLiteError`` (`databaseActive`) naming the first.
    func refuseActiveSchema() throws {
        try query(
            """
            SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index')
                OR sql NOT LIKE 'CREATE TABLE %' AND sql NOT LIKE 'CREATE INDEX %'
                AND sql NOT LIKE 'CREATE UNIQUE INDEX %'
            """, []
        ) { row in
            // The name may be an attacker's choice: only its plain letters may reach a terminal.
            let name = row.text(0).unicodeScalars.prefix(60)
                .map {
                    $0.properties.isAlphabetic || "_0123456789".unicodeScalars.contains($0)
                        ? String($0) : "?"
                }
                .joined()
            throw SQLiteError(
                .databaseActive,
                """
                The database \(path) holds “\(name)”, which would run with each change; nothing was \
                written.
                """,
                remedy: "Keep the file, and restore a copy of it from a backup.")
        }
    }
}
