import Dispatch
import Synchronization
public import TenonCore

/// Keeps values as JSON in an SQLite file of its own, safely beside other processes.
///
/// The file has mode 0600, and its folder is the person's alone. It is opened when it is first
/// used. A damaged file is renamed, with all its content, and reported by an error; from then on
/// values are kept in a new one. **Not for secrets**: nothing here is sealed.
public final class SQLitePersister: Persister, LifecycleHandling {
    private let path: @Sendable () throws -> String
    private let queue = DispatchQueue(label: "tenon.sqlite.persister")
    /// Used on the queue only, where waiting for the disk does no harm.
    private let file = Mutex<PersisterFile?>(nil)

    /// Makes a persister for the file at an absolute path; nothing is opened yet.
    public convenience init(path: String) { self.init { path } }

    /// Makes a persister for the file at a path that may turn out to be missing.
    init(path: @escaping @Sendable () throws -> String) { self.path = path }

    /// Reads from one consistent snapshot.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoredValues) throws -> Result
    ) async throws -> Result {
        try await perform { database in
            try database.read { try body(SQLiteValues(connection: $0)) }
        }
    }

    /// Changes values: durably when `body` returns, not at all when it throws.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (any MutableStoredValues) throws -> Result
    ) async throws -> Result {
        try await perform { database in
            try database.write { try body(SQLiteValues(connection: $0)) }
        }
    }

    /// Does nothing: the file is opened when it is first used.
    public func start() async throws {}

    /// Closes the file.
    public func stop() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                file.withLock { file in
                    let lock = (try? path()).flatMap { FolderLock(besides: $0, exclusive: true) }
                    // Everything is on the disk already; there is nothing to lose.
                    withExtendedLifetime(lock) { try? file?.database.close() }
                    file = nil
                }
                continuation.resume()
            }
        }
    }

    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable (any Database) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    with: Swift.Result { try file.withLock { try perform(body, in: &$0) } })
            }
        }
    }

    private func perform<Result: Sendable>(
        _ body: (any Database) throws -> Result, in file: inout PersisterFile?
    ) throws -> Result {
        let path = try path()
        try FilePrivacy.makeFolder(for: path)
        var identity: PersisterFile.Identity?
        do {
            return try locked(path, &file) { file in
                identity = PersisterFile.identity(of: path)
                let open = try file ?? PersisterFile(at: path)
                file = open
                return try body(open.database)
            }
        } catch let error as SQLiteError where error.isDamage {
            try? file?.database.close()
            file = nil
            throw try PersisterFile.setAside(path, identity, because: error)
        }
    }

    /// Uses the file while no other process renames it.
    ///
    /// A process opens the file alone, since SQLite locks it while it takes up its log.
    private func locked<Result>(
        _ path: String, _ file: inout PersisterFile?,
        _ body: (inout PersisterFile?) throws -> Result
    ) throws -> Result {
        if file != nil {
            let lock = FolderLock(besides: path)
            // Another process, or the person, may have moved the file away.
            if file?.identity == PersisterFile.identity(of: path) {
                return try withExtendedLifetime(lock) { try body(&file) }
            }
            try? file?.database.close()
            file = nil
        }
        let lock = FolderLock(besides: path, exclusive: true)
        return try withExtendedLifetime(lock) { try body(&file) }
    }
}
