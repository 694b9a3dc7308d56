import Synchronization
package import TenonCore
import TenonSQLite

/// Real database files of one process, which may end while it writes.
package struct CrashingDatabases: DatabaseOpening {
    /// The process has ended.
    package struct Crashed: Error {}

    /// When the process ends.
    package enum Crash: Sendable {
        /// Before a write.
        case before
        /// After a write is durable, before anybody learns of it.
        case after
    }

    /// The crash to come, and after how many writes.
    private final class Fate: Sendable {
        let next = Mutex<(crash: Crash, writes: Int)?>(nil)

        func take() -> Crash? {
            next.withLock { next in
                guard let (crash, writes) = next else { return nil }
                next = writes > 0 ? (crash, writes - 1) : nil
                return writes > 0 ? nil : crash
            }
        }
    }

    private let fate = Fate()

    /// Files that no process writes to yet.
    package init() {}

    /// Lets the process end after some writes.
    package func crash(_ crash: Crash, after writes: Int) {
        fate.next.withLock { $0 = (crash, writes) }
    }

    /// Takes back what was asked for.
    package func stayAlive() { fate.next.withLock { $0 = nil } }

    package func open(path: String, options: DatabaseOptions) throws -> any Database {
        CrashingDatabase(try SQLiteDatabases().open(path: path, options: options)) { fate.take() }
    }

    package func prepareFolder(of path: String) throws {
        try SQLiteDatabases().prepareFolder(of: path)
    }
}

private final class CrashingDatabase: Database {
    private let base: any Database
    private let crash: @Sendable () -> CrashingDatabases.Crash?

    init(_ base: any Database, crash: @escaping @Sendable () -> CrashingDatabases.Crash?) {
        self.base = base
        self.crash = crash
    }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        try base.read(body)
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        let crash = crash()
        if crash == .before { throw CrashingDatabases.Crashed() }
        let result = try base.write(body)
        if crash == .after { throw CrashingDatabases.Crashed() }
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
