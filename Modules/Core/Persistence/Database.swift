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

/// A statement without results, with its arguments.
public struct DatabaseStatement: Sendable, Equatable {
    /// Its text, with a `?` in the place of each argument.
    public let sql: String
    /// The arguments, in the order of their places.
    public let arguments: [DatabaseValue]

    /// Makes a statement.
    public init(_ sql: String, _ arguments: [DatabaseValue] = []) {
        self.sql = sql
        self.arguments = arguments
    }
}

/// What transactions that write see of each other, at the least; an engine may keep them further apart.
public enum DatabaseIsolation: Sendable {
    /// Their effect is that of running one after the other.
    case serializable
    /// Each statement sees what was committed before it. A row that a transaction has changed is changed by no
    /// other one until it ends, so that whoever changes the same row first takes turns.
    case readCommitted
}

/// How a database is opened.
public struct DatabaseOptions: Sendable {
    /// Refuses every write.
    public var readOnly: Bool
    /// Makes the file (mode 0600) when it does not exist; otherwise a missing file is an error.
    ///
    /// It makes no difference on a server, whose administrator makes the databases.
    public var create: Bool
    /// How long to wait for another process that holds a lock, in milliseconds.
    public var busyTimeout: Int
    /// What transactions that write see of each other.
    public var isolation: DatabaseIsolation

    /// Makes options; by default an existing database is opened for reading and writing.
    public init(
        readOnly: Bool = false, create: Bool = false, busyTimeout: Int = 5000,
        isolation: DatabaseIsolation = .serializable
    ) {
        self.readOnly = readOnly
        self.create = create
        self.busyTimeout = busyTimeout
        self.isolation = isolation
    }
}

/// Opens relational databases; the port behind which the SQL library stands.
///
/// An engine keeps its databases in files or on a server. The scheme of an address decides which
/// engine opens it (``DatabaseEngine``).
public protocol DatabaseOpening: Sendable {
    /// Opens the database at an address, such that what was written is durable.
    ///
    /// - Parameters:
    ///   - path: The absolute path of a file, or an address such as `postgresql:///name`, which never
    ///     holds a password.
    ///   - options: How it is opened.
    /// - Throws: An ``ExplainedError`` when it is missing, cannot be reached or read, or is not a
    ///   database.
    func open(path: String, options: DatabaseOptions) throws -> any Database

    /// Makes the folder for a file, with those above it that are missing, for its owner alone.
    ///
    /// An engine without files does nothing.
    ///
    /// - Throws: An ``ExplainedError`` when it cannot be made, or ``open(path:options:)`` takes no
    ///   file in the folder that is there.
    func prepareFolder(of path: String) throws
}

/// One open database; safe to use from several threads, and beside other processes.
///
/// The calls block: use them from a thread or an actor that may wait for the disk.
///
/// Every engine has ``read(_:)``, ``write(_:)``, ``dataVersion()`` and ``close()``. The functions
/// for files are ``backup(to:)``, ``checkpoint()``, ``closeAlone(_:)`` and ``compact()``. An engine
/// without files refuses them with the code `database.unsupported`: a server has its own tools for
/// that.
public protocol Database: AnyObject, Sendable {
    /// How many transactions this process may run at the same moment; `nil` where each that writes waits for
    /// the one before, whoever makes it.
    var concurrentTransactions: Int? { get }

    /// Runs reads on one consistent snapshot.
    ///
    /// - Parameter body: Reads; it may run more than once, as that of ``write(_:)`` does.
    @discardableResult
    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result

    /// Runs one transaction: committed durably when `body` returns, undone when it throws.
    ///
    /// Transactions have the effect of running one after the other, unless the options ask for less. An
    /// engine that runs several at a time undoes one that got in the way of another, and calls `body`
    /// again from its beginning.
    ///
    /// - Parameter body: Reads and writes. It may run more than once, so what it changes outside of
    ///   the database must stay right when it is done again, as setting a variable does. It must
    ///   let the error of a statement pass: an engine may refuse what follows in the same
    ///   transaction, and then throws that error even if `body` returns.
    /// - Throws: What `body` throws, or an ``ExplainedError``. A connection that ends within the
    ///   transaction is `database.interrupted`, and nothing was written; one that ends while it is
    ///   being committed is `database.uncertain`, and all of it may have been written, or nothing.
    @discardableResult
    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result

    /// A number that differs after any connection, in this process or another, has committed.
    ///
    /// On a server it may differ without a commit as well.
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

extension Database {
    /// `nil`: each that writes waits for the one before.
    public var concurrentTransactions: Int? { nil }
}

/// Statements within one read or one transaction; valid only inside the closure that got it.
///
/// A `?` outside of quotes and comments stands for an argument, in every engine. Statements are in
/// the SQL of the engine. Code that is to run on several engines keeps to what they share:
/// `BIGINT`, `TEXT` and `BYTEA` for the three kinds of values, `ON CONFLICT`, `RETURNING`. Never
/// put text from outside into SQL.
public protocol DatabaseConnection {
    /// Runs a statement without results.
    ///
    /// - Returns: How many rows it inserted, changed or deleted.
    /// - Throws: An ``ExplainedError``; also for a text with a NUL character, where an engine cannot
    ///   store one (`database.unstorable`).
    @discardableResult
    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int

    /// Runs statements in their order, sent together where an engine can.
    ///
    /// - Returns: For each, how many rows it inserted, changed or deleted.
    /// - Throws: The error of the first that fails.
    @discardableResult
    func execute(_ batch: [DatabaseStatement]) throws -> [Int]

    /// Runs a query and hands over each row in turn; rows are never all in memory at once.
    ///
    /// An engine may read the rest of them before another statement that `row` runs.
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

    /// Runs statements one by one.
    @discardableResult
    public func execute(_ batch: [DatabaseStatement]) throws -> [Int] {
        try batch.map { try execute($0.sql, $0.arguments) }
    }
}
