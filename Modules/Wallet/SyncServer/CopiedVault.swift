import TenonCore
import WalletSyncRequests

/// One vault on its way from one database to another.
struct CopiedVault {
    /// How much there is of a vault.
    struct Size: Equatable {
        var devices = 0
        var commits = 0
        var blobs = 0
        /// The bytes of the commits and of the parts of files.
        var bytes = 0
    }

    /// All tables but those of vaults, commits and parts of files: their columns after that of the
    /// vault, and how each is read.
    private static let tables: [(name: String, columns: [String], read: [ColumnReading])] = [
        (
            "device", ["device", "added", "removed", "number", "hash"],
            [.text, .integer, .integer, .integer, .blob]
        ),
        (
            "invitation", ["invitation", "public_key", "made", "offer", "request"],
            [.text, .blob, .integer, .blob, .blob]
        ),
        ("used_nonce", ["device", "nonce", "used"], [.text, .blob, .integer]),
    ]

    /// How the value of a column is read.
    private enum ColumnReading {
        case text
        case integer
        case blob

        func value(_ row: any DatabaseRow, _ column: Int) -> DatabaseValue {
            guard !row.isNull(column) else { return .null }
            switch self {
            case .text: return .text(row.text(column))
            case .integer: return .integer(row.integer(column))
            case .blob: return .blob(row.blob(column))
            }
        }
    }

    /// How many rows, and how many bytes, one transaction writes.
    private static let rows = 500
    private static let bytes = 4 << 20

    let name: SyncName
    let source: any DatabaseConnection
    let target: any Database

    private var argument: DatabaseValue { .text(name.description) }

    /// Copies it; its row in the table of vaults is written last, and marks it as complete.
    ///
    /// - Parameter goesOn: Whether all or a part of it may be there already.
    /// - Returns: How much there is of it.
    func copy(goesOn: Bool) throws -> Size {
        let size = try Self.size(of: name, in: source)
        if goesOn {
            let isThere = try target.read { connection in
                try VaultRecords(connection, name).bytes() != nil
                    && Self.size(of: name, in: connection) == size
                    && VaultMark.marks(of: [name], in: connection)
                        == VaultMark.marks(of: [name], in: source)
            }
            if isThere { return size }
            try target.write { try VaultRecords($0, name).remove() }
        }
        for table in Self.tables { try copy(table.name, table.columns, table.read) }
        try copyLogs()
        try copyBlobs()
        guard try target.read({ try Self.size(of: name, in: $0) }) == size else {
            throw SyncServerError.incompleteCopy
        }
        var row: [DatabaseValue] = []
        try source.query("SELECT made, bytes FROM vault WHERE vault = ?", [argument]) {
            row = [.integer($0.integer(0)), .integer($0.integer(1))]
        }
        try target.write { connection in
            try connection.execute(
                "INSERT INTO vault (vault, made, bytes) VALUES (?, ?, ?)", [argument] + row)
        }
        return size
    }

    private func copy(_ table: String, _ columns: [String], _ read: [ColumnReading]) throws {
        var batch: [DatabaseStatement] = []
        let list = columns.joined(separator: ", ")
        let places = columns.map { _ in ", ?" }.joined()
        try source.query("SELECT \(list) FROM \(table) WHERE vault = ?", [argument]) { row in
            let values = read.enumerated().map { $1.value(row, $0) }
            batch.append(
                DatabaseStatement(
                    "INSERT INTO \(table) (vault, \(list)) VALUES (?\(places))",
                    [argument] + values))
            // A note may be as long as a megabyte.
            if batch.count >= (table == "invitation" ? 4 : Self.rows) { try write(&batch) }
        }
        try write(&batch)
    }

    private func copyLogs() throws {
        for head in try VaultRecords(source, name).heads() {
            let records = VaultRecords(source, name)
            var number: Int64 = 0
            while number < head.number {
                var batch: [DatabaseStatement] = []
                try records.commits(of: head.device, after: number, bytes: Self.bytes) { row in
                    number = row.integer(1)
                    batch.append(
                        DatabaseStatement(
                            """
                            INSERT INTO log_entry (vault, device, number, content)
                                VALUES (?, ?, ?, ?)
                            """,
                            [
                                argument, .text(head.device.description), .integer(number),
                                .blob(row.blob(0)),
                            ]))
                }
                guard !batch.isEmpty else { break }
                try write(&batch)
            }
        }
    }

    private func copyBlobs() throws {
        var last = ""
        while true {
            var batch: [DatabaseStatement] = []
            // Each may be as long as a mebibyte.
            try source.query(
                "SELECT name, content FROM blob WHERE vault = ? AND name > ? ORDER BY name LIMIT 4",
                [argument, .text(last)]
            ) { row in
                last = row.text(0)
                batch.append(
                    DatabaseStatement(
                        "INSERT INTO blob (vault, name, content) VALUES (?, ?, ?)",
                        [argument, .text(last), .blob(row.blob(1))]))
            }
            guard !batch.isEmpty else { return }
            try write(&batch)
        }
    }

    private func write(_ batch: inout [DatabaseStatement]) throws {
        guard !batch.isEmpty else { return }
        try target.write { [batch] in try $0.execute(batch) }
        batch = []
    }

    private static func size(
        of name: SyncName, in connection: any DatabaseConnection
    ) throws -> Size {
        var size = Size()
        let vault = [DatabaseValue.text(name.description)]
        try connection.query("SELECT count(*) FROM device WHERE vault = ?", vault) {
            size.devices = Int($0.integer(0))
        }
        try connection.query(
            "SELECT count(*), sum(length(content)) FROM log_entry WHERE vault = ?", vault
        ) { row in
            size.commits = Int(row.integer(0))
            size.bytes = Int(row.integer(1))
        }
        try connection.query(
            "SELECT count(*), sum(length(content)) FROM blob WHERE vault = ?", vault
        ) { row in
            size.blobs = Int(row.integer(0))
            size.bytes += Int(row.integer(1))
        }
        return size
    }
}
