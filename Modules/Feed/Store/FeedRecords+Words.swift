import TenonCore

extension FeedRecords {
    /// Words of an account, each by a name.
    enum Words {
        /// The last element that the person has read, by the name of its list.
        case markers
        /// What the person has chosen.
        case settings

        fileprivate var table: (name: String, key: String, value: String) {
            switch self {
            case .markers: ("feed_marker", "list", "last_read")
            case .settings: ("feed_setting", "name", "value")
            }
        }
    }

    /// The word with a name; `nil` when there is none.
    func word(_ name: String, in words: Words, of account: Int64) throws -> String? {
        let table = words.table
        var word: String?
        try connection.query(
            "SELECT \(table.value) FROM \(table.name) WHERE account = ? AND \(table.key) = ?",
            [.integer(account), .text(name)]
        ) { word = $0.text(0) }
        return word
    }

    /// Keeps a word in place of the one that had its name.
    func keep(_ word: String, _ name: String, in words: Words, of account: Int64) throws {
        let table = words.table
        try connection.execute(
            """
            INSERT INTO \(table.name) (account, \(table.key), \(table.value)) VALUES (?, ?, ?)
                ON CONFLICT (account, \(table.key))
                DO UPDATE SET \(table.value) = excluded.\(table.value)
            """, [.integer(account), .text(name), .text(word)])
    }
}
