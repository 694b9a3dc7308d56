/// What can go wrong with a database of any engine.
extension ErrorCode {
    /// There is no database at the address.
    public static let databaseMissing = ErrorCode("database.missing", .noInput)
    /// The database cannot be opened or made, or may not be used by this person.
    public static let databaseInaccessible = ErrorCode("database.inaccessible", .noInput)
    /// The server of the database does not answer, or does not answer as a database does.
    public static let databaseUnreachable = ErrorCode("database.unreachable", .unavailable)
    /// Others kept a lock or all connections for longer than the busy timeout.
    public static let databaseBusy = ErrorCode("database.busy", .tryLater)
    /// A statement took longer than it may.
    public static let databaseTimedOut = ErrorCode("database.timed-out", .tryLater)
    /// The connection ended within a transaction, of which nothing was written.
    public static let databaseInterrupted = ErrorCode("database.interrupted", .tryLater)
    /// The connection ended during a commit: either all was written, or nothing was.
    public static let databaseUncertain = ErrorCode("database.uncertain", .tryLater)
    /// A write to something that is opened for reading only.
    public static let databaseReadOnly = ErrorCode("database.read-only", .noPermission)
    /// A row that breaks a rule of its table, such as a second row with the same key.
    public static let databaseConstraint = ErrorCode("database.constraint", .badData)
    /// A value that the engine or the column cannot hold.
    public static let databaseUnstorable = ErrorCode("database.unstorable", .badData)
    /// Reading or writing failed.
    public static let databaseInputOutput = ErrorCode("database.input-output", .inputOutput)
    /// The disk is full.
    public static let databaseFull = ErrorCode("database.full", .inputOutput)
    /// A statement that the engine does not accept, or a database that was closed.
    public static let databaseMisuse = ErrorCode("database.misuse", .defect)
    /// Something that the engine leaves to others, such as copies to the tools of a server.
    public static let databaseUnsupported = ErrorCode("database.unsupported", .unavailable)
    /// No module is linked that opens such an address.
    public static let databaseNoEngine = ErrorCode("database.no-engine", .configuration)
}
