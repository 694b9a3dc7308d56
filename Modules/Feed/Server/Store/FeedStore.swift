import Dispatch
import Synchronization
import TenonCore

/// The database, used from threads that may block; what is written is durable.
final class FeedStore: Sendable {
    private let databases: any DatabaseOpening
    private let address: String
    private let database = Mutex<(any Database)?>(nil)
    private let writer = DispatchQueue(label: "feed.server.writer")
    private let reader = DispatchQueue(label: "feed.server.reader", attributes: .concurrent)

    /// Makes a store; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - databases: Opens databases.
    ///   - address: Where the database is.
    init(_ databases: any DatabaseOpening, address: String) {
        self.databases = databases
        self.address = address
    }

    /// Opens the database, and fills a new one with people and posts.
    func open() throws {
        try databases.prepareFolder(of: address)
        let opened = try databases.open(path: address, options: DatabaseOptions(create: true))
        do {
            try FeedSchema.update(opened)
            try opened.write { connection in
                try FeedRecords(connection).failUnfinished()
                if try FeedRecords(connection).isEmpty() { try Seed().sow(in: connection) }
            }
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

    /// Reads from one consistent snapshot.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (FeedRecords) throws -> Result
    ) async throws -> Result {
        let opened = try current()
        return try await withCheckedThrowingContinuation { continuation in
            reader.async {
                continuation.resume(
                    with: Swift.Result { try opened.read { try body(FeedRecords($0)) } })
            }
        }
    }

    /// Changes something, durably when it returns.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (FeedRecords) throws -> Result
    ) async throws -> Result {
        let opened = try current()
        return try await withCheckedThrowingContinuation { continuation in
            writer.async {
                continuation.resume(
                    with: Swift.Result { try opened.write { try body(FeedRecords($0)) } })
            }
        }
    }

    private func current() throws -> any Database {
        guard let opened = database.withLock({ $0 }) else { throw FeedServerError.notOpen }
        return opened
    }
}
