/// A value bound to a statement or read from a column.
public enum DatabaseValue: Sendable, Equatable {
    /// SQL `NULL`.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// UTF-8 text. Never a secret: secrets are sealed first and stored as blobs.
    case text(String)
    /// Bytes.
    case blob([UInt8])
}

/// How a database file is opened.
public struct DatabaseOptions: Sendable {
    /// Refuses every write.
    public var readOnly: Bool
    /// Makes the file (mode 0600) when it does not exist; otherwise a missing file is an error.
    public var create: Bool
    /// How long to wait for another process that holds the write lock, in milliseconds.
    public var busyTimeout: Int

    /// Makes options; by default an existing file is opened for reading and writing.
    public init(readOnly: Bool = false, create: Bool = false, busyTimeout: Int = 5000) {
        self.readOnly = readOnly
        self.create = create
        self.busyTimeout = busyTimeout
    }
}

/// Opens relational database files; the port behind which the SQL library stands.
public protocol DatabaseOpening: Sendable {
    /// Opens the file at an absolute path, with write-ahead logging and full synchronisation.
    ///
    /// - Throws: An ``ExplainedError`` when the file is missing, unreadable or no database.
    func open(path: String, options: DatabaseOptions) throws -> any Database

    /// Makes the folder for a file, with those above it that are missing, for its owner alone.
    ///
    /// - Throws: An ``ExplainedError`` when it cannot be made, or the folder that is there is one in
    ///   which ``open(path:options:)`` takes no file.
    func prepareFolder(of path: String) throws
}

/// One open database file; safe to use from several threads, and beside other processes.
///
/// The calls block: use them from a thread or an actor that may wait for the disk.
public protocol Database: AnyObject, Sendable {
    /// Runs reads on one consistent snapshot.
    @discardableResult
    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result

    /// Runs one immediate transaction: committed durably when `body` returns, undone when it throws.
    @discardableResult
    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result

    /// A number that differs after any connection, in this process or another, has committed.
    func dataVersion() throws -> Int64

    /// Copies the whole database, as one consistent snapshot, to a new file (mode 0600).
    func backup(to path: String) throws

    /// Brings all that is in the log of changes into the file itself, durably, and empties the log.
    ///
    /// - Returns: How many pages of changes the log had.
    /// - Throws: An ``ExplainedError`` when others use the log at this moment, or the file cannot be
    ///   written; nothing is lost then.
    @discardableResult
    func checkpoint() throws -> Int

    /// Runs a closure while no other connection of any process has the file open, and no log is
    /// beside it.
    ///
    /// Opening the file waits meanwhile. Only then may it be renamed, since its log is found by its
    /// name. Afterwards this database is closed.
    ///
    /// - Throws: An ``ExplainedError`` when others keep the file open for longer than the time in the
    ///   options, or the log cannot be brought into the file; and what the closure throws.
    func closeAlone<Result>(_ body: () throws -> Result) throws -> Result

    /// Writes the whole file again, so that nothing that was deleted is left in it or in its log.
    ///
    /// - Throws: An ``ExplainedError`` when others read at this moment and the log keeps its content.
    func compact() throws

    /// Closes all connections; later calls throw.
    func close() throws
}

/// Statements within one read or one transaction; valid only inside the closure that got it.
public protocol DatabaseConnection {
    /// Runs a statement without results.
    ///
    /// - Returns: How many rows it inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int

    /// Runs a query and hands over each row in turn; rows are never all in memory at once.
    func query(
        _ sql: String, _ arguments: [DatabaseValue],
        _ row: (any DatabaseRow) throws -> Void
    ) throws
}

/// One row of a result, valid only inside the closure that got it; columns count from zero.
public protocol DatabaseRow {
    /// The integer in a column; 0 for `NULL`.
    func integer(_ column: Int) -> Int64
    /// The text in a column; empty for `NULL`.
    func text(_ column: Int) -> String
    /// A copy of the bytes in a column; empty for `NULL`.
    func blob(_ column: Int) -> [UInt8]
    /// Lends the bytes in a column without a copy; empty for `NULL`.
    func withBlob<Result>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result
    /// Whether a column holds `NULL`.
    func isNull(_ column: Int) -> Bool
}

extension DatabaseConnection {
    /// Runs a statement that takes no arguments.
    @discardableResult
    public func execute(_ sql: String) throws -> Int { try execute(sql, []) }
}
