import Dispatch
import Synchronization
import TenonCore
import TenonNetworking

/// The database, used from threads that may block.
///
/// Writes that wait at the same moment go into one transaction, since a durable one costs a flush of the
/// disk: each still has its own answer, and none is answered before it is durable.
final class SyncStore: Sendable {
    /// A write that waits.
    private struct Write: Sendable {
        /// Does it, and keeps the result.
        let perform: @Sendable (any DatabaseConnection) throws -> Void
        /// Answers: with the result, or with the error of the transaction.
        let answer: @Sendable ((any Error)?) -> Void
    }

    private struct Waiting {
        var writes: [Write] = []
        var isWriting = false
    }

    /// How many writes one transaction takes.
    private static let group = 256
    private static let readers = 4

    private let databases: any DatabaseOpening
    private let address: String
    private let database = Mutex<(any Database)?>(nil)
    private let waiting = Mutex(Waiting())
    private let writer = DispatchQueue(label: "wallet.sync-server.writer")
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
        let opened = try databases.open(path: address, options: DatabaseOptions(create: true))
        do {
            try SyncSchema.update(opened)
            guard try !SyncSchema.isUnfinished(opened) else { throw SyncServerError.unfinishedCopy }
        } catch {
            try? opened.close()
            throw error
        }
        database.withLock { $0 = opened }
    }

    /// Closes it; requests are over by then.
    func close() {
        let opened = database.withLock { database in
            defer { database = nil }
            return database
        }
        try? opened?.close()
    }

    /// Checks that the database answers.
    ///
    /// - Throws: Its error.
    func check() async throws {
        try await read { try $0.query("SELECT 1 FROM vault WHERE vault = ''", []) { _ in } }
    }

    /// Reads from one consistent snapshot.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
    ) async throws -> Result {
        let opened = try current()
        let number = nextReader.wrappingAdd(1, ordering: .relaxed).oldValue
        return try await withCheckedThrowingContinuation { continuation in
            readQueues[abs(number % Self.readers)].async {
                continuation.resume(with: Swift.Result { try opened.read(body) })
            }
        }
    }

    /// Changes something, durably when it returns.
    ///
    /// - Parameter body: Throws a ``ProblemDocument`` only before it has changed anything: others share
    ///   its transaction. Any other error undoes them all.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = Outcome<Result>()
            add(
                Write(
                    perform: { connection in
                        do {
                            let result = try body(connection)
                            outcome.result.withLock { $0 = .success(result) }
                        } catch let problem as ProblemDocument {
                            outcome.result.withLock { $0 = .failure(problem) }
                        }
                    },
                    answer: { error in
                        if let error { return continuation.resume(throwing: error) }
                        continuation.resume(with: outcome.result.withLock { $0 })
                    }))
        }
    }

    private func add(_ write: Write) {
        let begins = waiting.withLock { waiting in
            waiting.writes.append(write)
            defer { waiting.isWriting = true }
            return !waiting.isWriting
        }
        if begins { writer.async { [self] in writeAll() } }
    }

    private func writeAll() {
        while true {
            let group = waiting.withLock { waiting in
                let group = Array(waiting.writes.prefix(Self.group))
                waiting.writes.removeFirst(group.count)
                waiting.isWriting = !group.isEmpty
                return group
            }
            guard !group.isEmpty else { return }
            do {
                try current().write { connection in
                    for write in group { try write.perform(connection) }
                }
                for write in group { write.answer(nil) }
            } catch {
                for write in group { write.answer(error) }
            }
        }
    }

    private func current() throws -> any Database {
        guard let opened = database.withLock({ $0 }) else { throw SyncServerError.notOpen }
        return opened
    }
}

/// The result of a write, until its transaction is durable.
private final class Outcome<Result: Sendable>: Sendable {
    let result = Mutex<Swift.Result<Result, any Error>>(.failure(SyncServerError.notOpen))
}
