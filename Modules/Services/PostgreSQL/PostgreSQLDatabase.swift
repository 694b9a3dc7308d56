import Glibc
import TenonCore

/// One database of a server: transactions on the connections of a pool.
///
/// Writes are serializable, unless the options ask for less: their effect is that of one after the other. A
/// read sees one snapshot.
final class PostgreSQLDatabase: Database {
    private enum Kind: String {
        case read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case serializableWrite = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
        case readCommittedWrite = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    }

    let concurrentTransactions: Int?

    private let label: String
    private let isReadOnly: Bool
    private let writeKind: Kind
    private let retries: Int
    private let pool: ConnectionPool

    init(
        _ address: PostgreSQLAddress, _ options: DatabaseOptions, _ limits: PostgreSQLLimits
    ) throws {
        label = address.label
        isReadOnly = options.readOnly
        writeKind =
            switch options.isolation {
            case .serializable: .serializableWrite
            case .readCommitted: .readCommittedWrite
            }
        concurrentTransactions = limits.connections
        retries = limits.retries
        pool = ConnectionPool(address, limits, waiting: options.busyTimeout)
        pool.giveBack(try pool.take())
    }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        try run(.read, body)
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        guard !isReadOnly else { throw PostgreSQLError.readOnly(label) }
        return try run(writeKind, body)
    }

    func dataVersion() throws -> Int64 {
        // The transactions that are complete, in one text; a commit adds to them, and nothing is ever
        // taken away (PostgreSQL 15, section 9.27.10).
        try read { connection in
            var version: UInt64 = 0xCBF2_9CE4_8422_2325
            try connection.query("SELECT CAST(pg_current_snapshot() AS TEXT)", []) { row in
                row.withBlob(0) { bytes in
                    // FNV-1a, which gives similar texts very different numbers.
                    for byte in bytes { version = (version ^ UInt64(byte)) &* 0x100_0000_01B3 }
                }
            }
            return Int64(bitPattern: version)
        }
    }

    func backup(to path: String) throws { throw PostgreSQLError.unsupported(label) }

    func checkpoint() throws -> Int { throw PostgreSQLError.unsupported(label) }

    func closeAlone<Result>(_ body: () throws -> Result) throws -> Result {
        throw PostgreSQLError.unsupported(label)
    }

    func compact() throws { throw PostgreSQLError.unsupported(label) }

    func close() throws { pool.close() }

    // MARK: - Transactions

    /// Runs a transaction, and repeats it when it conflicts with others.
    private func run<Result>(
        _ kind: Kind, _ body: (any DatabaseConnection) throws -> Result
    ) throws -> Result {
        var attempt = 0
        var isReconnected = false
        while true {
            let link = try pool.take()
            defer { pool.giveBack(link) }
            link.begin(kind.rawValue)
            do {
                let result = try body(PostgreSQLConnection(link: link))
                try link.commit(kind != .read)
                return result
            } catch {
                link.rollback()
                if link.isLost, !link.hasAnswered, !isReconnected {
                    // The server was restarted; `body` has seen no answer of the new one yet.
                    isReconnected = true
                    pool.forgetIdle()
                } else if link.failure?.allowsRetry(after: attempt + 1, of: retries) == true {
                    attempt += 1
                    Self.wait(before: attempt)
                } else {
                    throw error
                }
            }
        }
    }

    /// Waits for a random time, which grows with each attempt.
    private static func wait(before attempt: Int) {
        let most = min(200_000, 2_000 << min(attempt, 10))
        usleep(UInt32.random(in: 0...UInt32(most)))
    }
}
