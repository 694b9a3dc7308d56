import CPostgreSQL
import Glibc
import TenonCore

/// One connection to a server, with its transaction and its prepared statements.
///
/// Safe to send to other threads: the pool gives it to one at a time.
final class ServerLink: @unchecked Sendable {
    private enum Transaction {
        case none
        /// It begins together with its first statement.
        case announced(String)
        case open
    }

    let label: String
    let connection: OpaquePointer
    /// How long the server may take to answer before it counts as gone; `nil` for no limit.
    private let patience: Duration?
    var prepared = PreparedStatements()
    /// The rows of the query that is being read.
    var stream: RowStream?
    /// The first error of this transaction.
    private(set) var failure: ServerFailure?
    /// Whether the connection is gone.
    private(set) var isLost = false
    /// Whether a statement of this transaction was answered.
    var hasAnswered = false
    private var transaction = Transaction.none

    init(
        to address: PostgreSQLAddress, _ limits: PostgreSQLLimits, lockTimeout: Int
    ) throws {
        label = address.label
        connection = try ServerConnecting.connect(
            to: label, address.parameters(limits, lockTimeout: lockTimeout),
            within: address.connectTimeout(limits))
        // The server itself ends long statements; this notices a server that is gone.
        patience =
            limits.statementTimeout == .zero ? nil : limits.statementTimeout + .seconds(10)
    }

    deinit { PQfinish(connection) }

    // MARK: - Transactions

    /// Begins a transaction; the server is told with the first statement.
    func begin(_ statement: String) {
        transaction = .announced(statement)
        failure = nil
        hasAnswered = false
    }

    /// Commits what was done since ``begin(_:)``.
    ///
    /// - Parameter hasWritten: Whether the transaction may have changed anything.
    /// - Throws: ``PostgreSQLError``, also when a statement had failed and nothing was committed.
    func commit(_ hasWritten: Bool) throws {
        try checkIsThere()
        if let failure { throw failure.error(in: label) }
        guard case .open = transaction else {
            transaction = .none
            return
        }
        // If the server has gone since the last statement, it never sees this one.
        if Socket.isClosed(PQsocket(connection)) { throw lose() }
        transaction = .none
        do {
            let outcomes = try send { try self.sendPlain("COMMIT") }
            // The server answers with ROLLBACK when an earlier statement has failed.
            if outcomes.last == .rolledBack { throw PostgreSQLError.interrupted(label) }
        } catch  where hasWritten && (isLost || failure?.state == "40003") {
            throw PostgreSQLError.uncertain(label)
        }
    }

    /// Undoes what was done since ``begin(_:)``; a connection on which that fails is given up.
    func rollback() {
        defer { transaction = .none }
        guard case .open = transaction, !isLost else { return }
        let cause = failure
        failure = nil
        do { try send { try self.sendPlain("ROLLBACK") } } catch { isLost = true }
        failure = cause
        if cause?.isStale == true { isLost = true }
    }

    // MARK: - Pipelines

    /// What a statement of a pipeline did.
    enum Outcome: Equatable {
        case changed(Int)
        case prepared(PreparedStatements.Key, String)
        case rolledBack
    }

    /// What is expected next from the server.
    enum Expectation {
        case nothing
        case preparation(PreparedStatements.Key, String)
        case rows
        case change
    }

    /// Sends statements together, and reads their results.
    ///
    /// - Parameter statements: Sends them, and says what to expect of each; throws when the connection
    ///   is lost, and for no other reason.
    /// - Throws: ``PostgreSQLError`` for the first that failed.
    @discardableResult
    func send(_ statements: () throws -> [Expectation]) throws -> [Outcome] {
        let expected = try launch(statements)
        var outcomes: [Outcome] = []
        for expectation in expected {
            if let outcome = try read(expectation) { outcomes.append(outcome) }
        }
        try readEnd()
        return outcomes
    }

    /// Sends statements together, the last of which has rows, and reads everything before the rows.
    func sendForRows(_ statements: () throws -> [Expectation]) throws -> RowStream {
        let expected = try launch(statements)
        for expectation in expected.dropLast() { _ = try read(expectation) }
        if failure != nil { try readEnd() }
        guard PQsetSingleRowMode(connection) == 1 else { throw lose() }
        let stream = RowStream()
        self.stream = stream
        return stream
    }

    private func launch(_ statements: () throws -> [Expectation]) throws -> [Expectation] {
        try readRest()
        try checkIsThere()
        var expected: [Expectation] = []
        if case .announced(let statement) = transaction {
            expected += try sendPlain(statement)
            transaction = .open
        }
        expected += try statements()
        guard PQpipelineSync(connection) == 1 else { throw lose() }
        return expected
    }

    /// Sends a statement without arguments, which is not prepared.
    func sendPlain(_ statement: String) throws -> [Expectation] {
        guard PQsendQueryParams(connection, statement, 0, nil, nil, nil, nil, 1) == 1 else {
            throw lose()
        }
        return [.nothing]
    }

    private func read(_ expectation: Expectation) throws -> Outcome? {
        var outcome: Outcome?
        while let result = try nextResult() {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                switch expectation {
                case .preparation(let key, let name): prepared.add(name, for: key)
                case .change: outcome = .changed(Self.changeCount(of: result))
                case .nothing:
                    let words = PQcmdStatus(result).map { String(cString: $0) }
                    if words == "ROLLBACK" { outcome = .rolledBack }
                case .rows: break
                }
            case PGRES_PIPELINE_ABORTED: break
            default: try note(result)
            }
        }
        return outcome
    }

    /// Reads to the end of a pipeline.
    ///
    /// - Throws: ``PostgreSQLError`` when something in it had failed.
    func readEnd() throws {
        var isEnd = false
        while !isEnd {
            // No result ends those of a statement, and a result of its own ends the pipeline.
            guard let result = try nextResult() ?? nextResult() else { throw lose() }
            defer { PQclear(result) }
            isEnd = PQresultStatus(result) == PGRES_PIPELINE_SYNC
            if PQresultStatus(result) == PGRES_FATAL_ERROR { try note(result) }
        }
        if let failure { throw failure.error(in: label) }
        hasAnswered = true
    }

    /// Keeps the first error of a transaction; those that follow it are its consequence.
    func note(_ result: OpaquePointer) throws {
        let new = ServerFailure(result)
        if failure == nil { failure = new }
        // An error of libpq itself, such as a lost connection, has no code.
        if new.endsConnection || new.state.isEmpty { throw lose() }
    }

    /// Waits for the next result; `nil` at the end of those of a statement.
    func nextResult() throws -> OpaquePointer? {
        var unsent = PQflush(connection)
        while PQisBusy(connection) == 1 {
            let end = patience.map { ContinuousClock.now.advanced(by: $0) }
            let events = unsent == 0 ? POLLIN : POLLIN | POLLOUT
            guard Socket.wait(PQsocket(connection), for: events, until: end),
                PQconsumeInput(connection) == 1
            else { throw lose() }
            if unsent != 0 { unsent = PQflush(connection) }
            guard unsent >= 0 else { throw lose() }
        }
        return PQgetResult(connection)
    }

    // MARK: - Loss

    /// Gives the connection up.
    func lose() -> PostgreSQLError {
        isLost = true
        return .interrupted(label)
    }

    private func checkIsThere() throws {
        guard !isLost else { throw PostgreSQLError.interrupted(label) }
    }

    /// How many rows a statement inserted, changed or deleted.
    private static func changeCount(of result: OpaquePointer) -> Int {
        guard let words = PQcmdStatus(result), let count = PQcmdTuples(result) else { return 0 }
        guard strncmp(words, "SELECT", 6) != 0 else { return 0 }
        return Int(String(cString: count)) ?? 0
    }
}
