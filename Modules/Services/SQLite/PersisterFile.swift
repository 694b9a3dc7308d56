import Glibc
public import TenonCore

/// The open file of a persister: its form is checked, and it is made when it is missing.
struct PersisterFile {
    /// Tells files apart, by any of their names.
    struct Identity: Sendable, Equatable {
        fileprivate let device: dev_t
        fileprivate let number: ino_t
    }

    /// "Tnon": marks the files of this module (SQLite, `application_id`).
    private static let mark: Int64 = 0x546E_6F6E
    private static let version: Int64 = 1

    let database: any Database
    let identity: Identity?

    /// Opens the file.
    ///
    /// - Throws: ``SQLiteError``: also when it is one of another program, or of a newer version.
    init(at path: String) throws {
        database = try SQLiteDatabases().open(path: path, options: DatabaseOptions(create: true))
        do {
            if try !Self.isReady(database, path) { try Self.prepare(database, path) }
        } catch {
            try? database.close()
            throw error
        }
        identity = Self.identity(of: path)
    }

    /// The identity of the file at a path; `nil` when there is none.
    static func identity(of path: String) -> Identity? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        return Identity(device: information.st_dev, number: information.st_ino)
    }

    /// Renames a damaged file, unless another process already has.
    ///
    /// - Returns: The error that tells of it.
    /// - Throws: ``SQLiteError`` when it cannot be renamed; it is where it was then.
    static func setAside(
        _ path: String, _ identity: Identity?, because error: SQLiteError
    ) throws -> SQLiteError {
        guard let lock = FolderLock(besides: path, exclusive: true) else { throw error }
        defer { withExtendedLifetime(lock) {} }
        var information = stat()
        guard let identity, identity == Self.identity(of: path) else { return error }
        guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw error
        }
        var number = 1
        var target: String { "\(path).damaged-\(number)" }
        while FilePrivacy.exists(target) || FilePrivacy.exists("\(target)-wal") { number += 1 }
        // The log goes first: a leftover would be mistaken for the log of the next file.
        for suffix in ["-wal", "-shm", ""] where FilePrivacy.exists(path + suffix) {
            guard rename(path + suffix, target + suffix) == 0 else { throw error }
        }
        return SQLiteError(
            .storageDamaged,
            "The file \(path) is damaged. It was kept as \(target); from now on a new one is used.",
            remedy: "Restore a copy of it from a backup if you miss what it held.", cause: error)
    }

    private static func isReady(_ database: any Database, _ path: String) throws -> Bool {
        try database.read { connection in
            let mark = try connection.number("PRAGMA application_id")
            let version = try connection.number("PRAGMA user_version")
            let tables = try connection.number("SELECT count(*) FROM sqlite_master")
            if mark == 0, tables == 0 { return false }
            guard mark == Self.mark else {
                throw SQLiteError(
                    .storageForeign, "The file \(path) belongs to another program.",
                    remedy: "Check the path, or choose another file.")
            }
            guard version <= Self.version else {
                throw SQLiteError(
                    .storageNewer,
                    "The file \(path) was written by a newer version of the program.",
                    remedy: "Update the program, or choose another file.")
            }
            return true
        }
    }

    private static func prepare(_ database: any Database, _ path: String) throws {
        try database.write { connection in
            // Another process may have been faster.
            guard try connection.number("SELECT count(*) FROM sqlite_master") == 0 else { return }
            try connection.execute(
                """
                CREATE TABLE value (owner TEXT NOT NULL, name TEXT NOT NULL, json TEXT NOT NULL,
                    PRIMARY KEY (owner, name)) WITHOUT ROWID
                """)
            try connection.execute("PRAGMA application_id = \(mark)")
            try connection.execute("PRAGMA user_version = \(version)")
        }
    }
}

extension DatabaseConnection {
    fileprivate func number(_ sql: String) throws -> Int64 {
        var result: Int64 = 0
        try query(sql, []) { result = $0.integer(0) }
        return result
    }
}

extension SQLiteError {
    /// Whether the file itself is broken, and not what surrounds it.
    var isDamage: Bool { code == .databaseDamaged || code == .databaseForeign }
}

extension ErrorCode {
    /// The file with stored values was damaged, and is kept under another name.
    public static let storageDamaged = ErrorCode("storage.damaged", .badData)
    /// The file with stored values is one of another program.
    public static let storageForeign = ErrorCode("storage.foreign", .badData)
    /// The file with stored values was written by a newer version of the program.
    public static let storageNewer = ErrorCode("storage.newer", .badData)
}
