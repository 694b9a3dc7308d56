import Synchronization
public import TenonCore

/// The databases of a real engine, of which a write fails when a test says so.
///
/// SQL is only as true as the engine that runs it, so this twin has none of its own: hand it the engine
/// that the product links. What fails is what an engine cannot be brought to at will, such as a full
/// disk, or a process that ends between a durable write and the moment when somebody learns of it.
public final class FailingDatabases: DatabaseOpening {
    /// Where a write fails.
    public enum Moment: Sendable {
        /// Before it; nothing is written.
        case before
        /// Once it is durable; the writer does not learn that it is.
        case after
    }

    private struct Failure {
        let moment: Moment
        let error: any Error
        /// How many writes succeed before it.
        var writes: Int
    }

    private let engine: any DatabaseOpening
    private let failure = Mutex<Failure?>(nil)

    /// Takes an engine; nothing fails yet.
    public init(_ engine: any DatabaseOpening) { self.engine = engine }

    /// Lets one write fail, of whatever file.
    ///
    /// - Parameters:
    ///   - moment: Whether the write fails before the file has changed, or after it.
    ///   - writes: How many writes succeed before it.
    ///   - error: What the write throws.
    public func fail(_ moment: Moment, after writes: Int = 0, with error: any Error) {
        failure.withLock { $0 = Failure(moment: moment, error: error, writes: writes) }
    }

    /// Takes back what was asked for.
    public func succeed() { failure.withLock { $0 = nil } }

    /// Opens a file with the engine.
    public func open(path: String, options: DatabaseOptions) throws -> any Database {
        FailingDatabase(try engine.open(path: path, options: options), self)
    }

    /// Makes the folder with the engine.
    public func prepareFolder(of path: String) throws { try engine.prepareFolder(of: path) }

    fileprivate func nextFailure() -> (moment: Moment, error: any Error)? {
        failure.withLock { failure in
            guard let next = failure else { return nil }
            failure?.writes -= 1
            guard next.writes <= 0 else { return nil }
            failure = nil
            return (next.moment, next.error)
        }
    }
}

private final class FailingDatabase: Database {
    private let base: any Database
    private let databases: FailingDatabases

    init(_ base: any Database, _ databases: FailingDatabases) {
        self.base = base
        self.databases = databases
    }

    var concurrentTransactions: Int? { base.concurrentTransactions }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        try base.read(body)
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        let failure = databases.nextFailure()
        if let failure, failure.moment == .before { throw failure.error }
        let result = try base.write(body)
        if let failure { throw failure.error }
        return result
    }

    func dataVersion() throws -> Int64 { try base.dataVersion() }
    func backup(to path: String) throws { try base.backup(to: path) }
    func checkpoint() throws -> Int { try base.checkpoint() }
    func closeAlone<Result>(_ body: () throws -> Result) throws -> Result {
        try base.closeAlone(body)
    }
    func compact() throws { try base.compact() }
    func close() throws { try base.close() }
}
