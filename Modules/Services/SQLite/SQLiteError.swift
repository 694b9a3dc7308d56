import GRDB
import GRDBSQLite
import Glibc
public import TenonCore

extension ErrorCode {
    /// Others on this machine could read or replace the file.
    public static let databaseExposed = ErrorCode("database.exposed", .noPermission)
    /// The file is not an SQLite database.
    public static let databaseForeign = ErrorCode("database.foreign", .badData)
    /// The file contains statements: triggers, views or virtual tables.
    public static let databaseActive = ErrorCode("database.active", .badData)
    /// The structure of the file is broken.
    public static let databaseDamaged = ErrorCode("database.damaged", .badData)
    /// A file that could only be read was changed by another program.
    public static let databaseChanged = ErrorCode("database.changed", .tryLater)
    /// The new file of a copy already exists.
    public static let databaseExists = ErrorCode("database.exists", .cannotCreate)
}

/// An error of a database file; its texts hold paths and SQL, never values.
public typealias SQLiteError = ModuleError<SQLiteErrors>

/// Tells ``SQLiteError`` apart from the errors of other modules.
public enum SQLiteErrors {}

extension SQLiteError {
    /// Translates a result code of SQLite (primary or extended) and its text.
    static func translating(
        code result: Int32, text: String, path: String, cause: (any Error)? = nil
    ) -> SQLiteError {
        let primary = result & 0xFF
        // SQLite also reports these when it cannot make or enlarge a file beside the database.
        let mayBeFull = [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_READONLY].contains(primary)
        if mayBeFull, FilePrivacy.isFull(folderOf: path) { return full(path, cause) }
        switch primary {
        case SQLITE_FULL: return full(path, cause)
        case SQLITE_READONLY: return unwritable(path, cause)
        case SQLITE_IOERR:
            // SQLite reports the same when it has no space for the index of its log.
            let reason = unwritable(path, cause)
            if reason.code == .databaseFull { return reason }
        default: break
        }
        return SQLiteError(
            errorCode(primary), "The database \(path) failed: \(text) (\(result)).",
            remedy: remedy(primary), cause: cause)
    }

    private static func errorCode(_ result: Int32) -> ErrorCode {
        switch result {
        case SQLITE_BUSY, SQLITE_LOCKED: .databaseBusy
        case SQLITE_CORRUPT: .databaseDamaged
        case SQLITE_NOTADB: .databaseForeign
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .databaseInaccessible
        case SQLITE_CONSTRAINT: .databaseConstraint
        case SQLITE_IOERR: .databaseInputOutput
        default: .databaseMisuse
        }
    }

    private static func remedy(_ result: Int32) -> Sentence {
        switch result {
        case SQLITE_BUSY, SQLITE_LOCKED: "Another program is writing to it; try again in a moment."
        case SQLITE_CORRUPT: "Keep the file, and restore a copy of it from a backup."
        case SQLITE_NOTADB: "Check the path; this is another kind of file."
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
            "Check the path and who may read and write there."
        case SQLITE_IOERR: "Check the disk."
        default: ""
        }
    }
}

extension SQLiteError {
    /// Turns errors of GRDB into this module's; those of the caller's closure pass unchanged.
    static func translating<Result>(path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw SQLiteError.translating(
                code: error.extendedResultCode.rawValue, text: error.message ?? "unknown error",
                path: path, cause: error)
        }
    }

    static func exists(_ target: String) -> SQLiteError {
        SQLiteError(
            .databaseExists, "There is already a file at \(target).",
            remedy: "Choose another name.")
    }

    /// The error for a file that cannot be written, or beside which nothing can be.
    static func unwritable(_ path: String, _ cause: (any Error)? = nil) -> SQLiteError {
        var system = statvfs()
        let isKnown = statvfs(path, &system) == 0
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        if isKnown, system.f_flag & UInt(ST_RDONLY) != 0 {
            return SQLiteError(
                .databaseReadOnly, "The disk with \(path) is read-only.", remedy: makeWritable,
                cause: cause)
        }
        let isPermitted = access(path, W_OK) == 0 && access(folder, W_OK) == 0
        // A log and its index need about as much as this for the smallest change.
        guard isKnown, isPermitted, system.f_bavail * system.f_frsize < 256 * 1024 else {
            return SQLiteError(
                .databaseReadOnly, "Nothing can be written to \(path) or beside it.",
                remedy: makeWritable, cause: cause)
        }
        return full(path, cause)
    }

    private static let makeWritable: Sentence = "Make it writable, or use a copy in another place."

    private static func full(_ path: String, _ cause: (any Error)?) -> SQLiteError {
        SQLiteError(
            .databaseFull, "The disk with \(path) is full.", remedy: "Free some space on the disk.",
            cause: cause)
    }

    /// Whether the file may be readable although SQLite cannot work with it where it is.
    var mayBeReadable: Bool {
        [.databaseInaccessible, .databaseReadOnly, .databaseFull, .databaseInputOutput]
            .contains(code)
    }
}
