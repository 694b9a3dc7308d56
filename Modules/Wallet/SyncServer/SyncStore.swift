import Dispatch
import Synchronization
import TenonCore
import TenonNetworking
import TenonSecurity
import WalletSyncRequests

/// The database, used from threads that may block.
///
/// Writes that wait at the same moment go into one transaction, since a durable one costs a flush of the
/// disk: each still has its own answer, and none is answered before it is durable. Where the engine runs
/// several transactions at a time, one holds the writes to one vault only.
final class SyncStore: Sendable {
    private struct Writing {
        var queue = WriteQueue()
        /// The threads that have nothing to write.
        var idle: [DispatchQueue] = []
    }

    private static let readers = 4

    private let databases: any DatabaseOpening
    private let address: String
    private let database = Mutex<(any Database)?>(nil)
    private let writing = Mutex(Writing())
    private let readQueues = (0..<readers).map {
        DispatchQueue(label: "wallet.sync-server.reader-\($0)")
    }
    private let nextReader = Atomic(0)

    /// Makes a store; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - databases: Opens databases.
    ///   - address: Where the database is.
    init(_ databases: any DatabaseOpening, address: String) {
        self.databases = databases
        self.address = address
    }

    /// Opens the database, and brings its tables up to date.
    func open() throws {
        try databases.prepareFolder(of: address)
        // Writes to a vault take turns by its row (`VaultRecords.lock`), so that no more is needed.
        let options = DatabaseOptions(create: true, isolation: .readCommitted)
        let opened = try databases.open(path: address, options: options)
        do {
            try SyncSchema.update(opened)
            guard try !SyncSchema.isUnfinished(opened) else { throw SyncServerError.unfinishedCopy }
        } catch {
            try? opened.close()
            throw error
        }
        database.withLock { $0 = opened }
        // Reads have connections as well.
        let writers = max(1, (opened.concurrentTransactions ?? 1) - Self.readers)
        writing.withLock { writing in
            writing.idle = (0..<writers).map {
                DispatchQueue(label: "wallet.sync-server.writer-\($0)")
            }
        }
    }

    /// Closes it; what was begun ends first, or fails.
    func close() {
        let opened = database.withLock { database in
            defer { database = nil }
            return database
        }
        try? opened?.close()
    }

    /// Finds out whether the database answers.
    ///
    /// - Throws: Its error.
    func tryRead() async throws {
        try await read { try $0.query("SELECT 1 FROM vault WHERE vault = ''", []) { _ in } }
    }

    /// Finds out whether the database has room for a small commit or a part of a file.
    ///
    /// - Throws: Its error.
    func tryWrite() async throws {
        var content = [UInt8](repeating: 0, count: 1 << 16)
        content.withUnsafeMutableBytes { $0.fillWithRandomBytes() }
        let row = DatabaseValue.blob(content)
        _ = try await write { connection in
            try connection.execute(
                """
                INSERT INTO write_check (number, content) VALUES (1, ?)
                    ON CONFLICT (number) DO UPDATE SET content = excluded.content
                """, [row])
        }
    }

    /// Reads from one consistent snapshot.
    ///
    /// - Throws: What the closure throws; an error of the database; `CancellationError` as soon as the task
    ///   is cancelled.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
    ) async throws -> Result {
        let opened = try current()
        let number = nextReader.wrappingAdd(1, ordering: .relaxed).oldValue
        let queue = readQueues[abs(number % Self.readers)]
        let work = DatabaseWork(body)
        return try await work.result {
            queue.async {
                guard work.isAwaited else { return }
                do {
                    try opened.read { try work.perform(in: $0) }
                    work.end(nil)
                } catch {
                    work.end(error)
                }
            }
        }
    }

    /// Changes something in a vault, durably when it returns.
    ///
    /// - Parameters:
    ///   - vault: The vault, and the only one that is read or changed.
    ///   - body: Throws a ``ProblemDocument`` only before it has changed anything: others share its
    ///     transaction. Any other error undoes them all.
    /// - Throws: What the closure throws; an error of the database; `CancellationError` as soon as the task
    ///   is cancelled, and then nothing is known of the change.
    func write<Result: Sendable>(
        to vault: SyncName, _ body: @escaping @Sendable (VaultRecords) throws -> Result
    ) async throws -> Result {
        let isAlone = try current().concurrentTransactions == nil
        let group: WriteQueue.Group = isAlone ? .all : .vault(vault)
        let work = DatabaseWork { try body(VaultRecords($0, vault)) }
        return try await work.result { add(work, to: group) }
    }

    /// Changes something that belongs to no vault, durably when it returns.
    ///
    /// - Throws: What the closure throws; an error of the database; `CancellationError` as soon as the task
    ///   is cancelled, and then nothing is known of the change.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
    ) async throws -> Result {
        _ = try current()
        let work = DatabaseWork(body)
        return try await work.result { add(work, to: .all) }
    }

    private func add(_ write: any QueuedWork, to group: WriteQueue.Group) {
        let writer = writing.withLock { writing in
            writing.queue.add(write, to: group)
            return writing.idle.popLast()
        }
        if let writer { writer.async { [self] in writeAll(on: writer) } }
    }

    /// Writes as long as there is something to write.
    private func writeAll(on writer: DispatchQueue) {
        while let (group, writes) = begin(on: writer) {
            let awaited = writes.filter(\.isAwaited)
            if !awaited.isEmpty { write(awaited, to: group) }
            writing.withLock { $0.queue.end(group) }
        }
    }

    private func write(_ writes: [any QueuedWork], to group: WriteQueue.Group) {
        do {
            try current().write { connection in
                if case .vault(let vault) = group { try VaultRecords(connection, vault).lock() }
                for write in writes { try write.perform(in: connection) }
            }
            for write in writes { write.end(nil) }
        } catch {
            for write in writes { write.end(error) }
        }
    }

    /// Takes the writes of the next transaction; when there are none, the thread is idle.
    private func begin(
        on writer: DispatchQueue
    ) -> (group: WriteQueue.Group, writes: [any QueuedWork])? {
        writing.withLock { writing in
            let next = writing.queue.begin()
            if next == nil { writing.idle.append(writer) }
            return next
        }
    }

    private func current() throws -> any Database {
        guard let opened = database.withLock({ $0 }) else { throw SyncServerError.notOpen }
        return opened
    }
}
