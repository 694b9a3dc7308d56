import Glibc
package import TenonCore

/// A database file that keeps what a device knows of the others.
///
/// What is in it is sealed; beside the vault it takes about as much room as the vault.
package final class ReplicaFile: ReplicaStoring {
    private let database: any Database
    private let lock: ProcessLock

    /// Whether there is such a file: the vault is kept in step with other machines, or was.
    static func exists(at path: String) -> Bool { access(path, F_OK) == 0 }

    /// Removes the file and all that belongs to it.
    ///
    /// - Throws: ``SyncError`` (`syncRemote`) when it stays.
    static func remove(at path: String) throws {
        for ending in ["", "-wal", "-shm", "-journal", ".lock"]
        where unlink(path + ending) != 0 && errno != ENOENT {
            throw SyncError.unusable(path + ending, errno)
        }
    }

    /// Opens the file, or makes it; no other process, and nobody else in this one, has it open then.
    ///
    /// - Parameter path: An absolute path.
    /// - Throws: ``SyncError`` (`syncInUse`), or an `ExplainedError` of the database.
    package init(path: String, databases: any DatabaseOpening) throws {
        try databases.prepareFolder(of: path)
        lock = try ProcessLock(besides: path)
        database = try databases.open(path: path, options: DatabaseOptions(create: true))
        try database.write { connection in
            try connection.execute(
                """
                CREATE TABLE IF NOT EXISTS row (key BLOB PRIMARY KEY, sealed BLOB NOT NULL)
                WITHOUT ROWID
                """)
        }
    }

    deinit { try? database.close() }

    /// Whether it was made to its end; if not, nothing of it has left this machine.
    var isComplete: Bool {
        get throws { try row(RowKey.exchanges.bytes) != nil }
    }

    package func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws {
        try database.read { connection in
            try connection.query(
                "SELECT key, sealed FROM row WHERE key < ?", [.blob(RowKey.endOfLoaded)]
            ) { found in try row(found.blob(0), found.blob(1)) }
        }
    }

    package func row(_ key: [UInt8]) throws -> [UInt8]? {
        var sealed: [UInt8]?
        try database.read { connection in
            try connection.query("SELECT sealed FROM row WHERE key = ?", [.blob(key)]) {
                sealed = $0.blob(0)
            }
        }
        return sealed
    }

    package func change(_ body: (RowWriter) throws -> Void) throws {
        try database.write { connection in
            let writer = RowWriter { key, sealed in
                guard let sealed else {
                    try connection.execute("DELETE FROM row WHERE key = ?", [.blob(key)])
                    return
                }
                try connection.execute(
                    "INSERT OR REPLACE INTO row (key, sealed) VALUES (?, ?)",
                    [.blob(key), .blob(sealed)])
            }
            try body(writer)
        }
    }
}
