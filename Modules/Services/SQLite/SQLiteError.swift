import GRDBSQLite
public import TenonCore

extension ErrorCode {
    /// There is no file at the path.
    public static let databaseMissing = ErrorCode("database.missing", .noInput)
    /// The file cannot be opened or made.
    public static let databaseInaccessible = ErrorCode("database.inaccessible", .noInput)
    /// Others on this machine could read or replace the file.
    public static let databaseExposed = ErrorCode("database.exposed", .noPermission)
    /// The file is no SQLite database.
    public static let databaseForeign = ErrorCode("database.foreign", .badData)
    /// The file brings statements of its own: triggers, views or virtual tables.
    public static let databaseActive = ErrorCode("database.active", .badData)
    /// The structure of the file is broken.
    public static let databaseDamaged = ErrorCode("database.damaged", .badData)
    /// Another process kept the write lock for longer than the busy timeout.
    public static let databaseBusy = ErrorCode("database.busy", .tryLater)
    /// A write to something that is opened for reading only.
    public static let databaseReadOnly = ErrorCode("database.read-only", .noPermission)
    /// A row that breaks a rule of its table, such as a second row with the same key.
    public static let databaseConstraint = ErrorCode("database.constraint", .badData)
    /// There is no space left on the disk.
    public static let databaseFull = ErrorCode("database.full", .inputOutput)
    /// Reading or writing failed.
    public static let databaseInputOutput = ErrorCode("database.input-output", .inputOutput)
    /// The new file of a copy already exists.
    public static let databaseExists = ErrorCode("database.exists", .cannotCreate)
    /// A statement that SQLite does not accept, or a database that was closed.
    public static let databaseMisuse = ErrorCode("database.misuse", .defect)
}

/// An error of a database file; its texts hold paths and SQL, never values.
public struct SQLiteError: ExplainedError {
    /// The stable code.
    public let code: ErrorCode
    /// What happened.
    public let message: Sentence
    /// What the person can do.
    public let remedy: Sentence
    /// The error of the library below, for the log.
    public let cause: (any Error)?

    init(_ code: ErrorCode, _ message: Sentence, remedy: Sentence = "", cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.cause = cause
    }

    /// Translates a result code of SQLite (primary or extended) and its text.
    static func translating(
        code result: Int32, text: String, path: String, cause: (any Error)? = nil
    ) -> SQLiteError {
        let primary = result & 0xFF
        let isFull =
            switch primary {
            case SQLITE_FULL: true
            // What SQLite says when it cannot make or enlarge a file beside the database.
            case SQLITE_IOERR, SQLITE_CANTOPEN: FilePrivacy.isFull(folderOf: path)
            default: false
            }
        guard !isFull else {
            return SQLiteError(
                .databaseFull, "There is no space left on the disk with \(path).",
                remedy: "Free some space there, and try again.", cause: cause)
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
        case SQLITE_READONLY: .databaseReadOnly
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
        case SQLITE_READONLY: "Check who may write to the file."
        case SQLITE_IOERR: "Check the disk."
        default: ""
        }
    }
}
