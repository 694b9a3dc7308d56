import CPostgreSQL
import TenonCore

extension ServerLink {
    /// Runs statements in one pipeline.
    ///
    /// - Returns: How many rows each inserted, changed or deleted.
    func execute(_ batch: [DatabaseStatement]) throws -> [Int] {
        guard !batch.isEmpty else { return [] }
        let statements = try ready(batch)
        let outcomes = try send { try statements.flatMap { try send($0, .change) } }
        return outcomes.compactMap { if case .changed(let count) = $0 { count } else { nil } }
    }

    /// Runs a query, and hands over its rows as they arrive.
    func query(
        _ sql: String, _ arguments: [DatabaseValue], _ row: (any DatabaseRow) throws -> Void
    ) throws {
        let statements = try ready([DatabaseStatement(sql, arguments)])
        let stream = try sendForRows { try statements.flatMap { try send($0, .rows) } }
        do {
            var kinds: [ColumnKind]?
            while let result = try next(of: stream) {
                defer { PQclear(result) }
                let known = try kinds ?? ColumnKind.all(of: result)
                kinds = known
                hasAnswered = true
                try row(PostgreSQLRow(result: result, kinds: known))
            }
        } catch {
            skip(stream)
            throw error
        }
    }

    /// Reads the remaining rows of a query before another statement is sent.
    func readRest() throws {
        guard let stream else { return }
        self.stream = nil
        do {
            while let result = try nextRow() { stream.rest.append(result) }
        } catch {
            stream.failure = error
            throw error
        }
    }

    private func next(of stream: RowStream) throws -> OpaquePointer? {
        if self.stream === stream {
            if let result = try nextRow() { return result }
            self.stream = nil
            return nil
        }
        if let failure = stream.failure { throw failure }
        return stream.next()
    }

    /// The next row from the server; `nil` after the last.
    private func nextRow() throws -> OpaquePointer? {
        while let result = try nextResult() {
            switch PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE: return result
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: PQclear(result)
            default:
                defer { PQclear(result) }
                try note(result)
            }
        }
        try readEnd()
        return nil
    }

    /// Reads and discards the remaining rows of a query.
    private func skip(_ stream: RowStream) {
        guard self.stream === stream else { return }
        self.stream = nil
        guard failure == nil, !isLost else { return }
        // An error here fails the transaction, which reports it at its end.
        while let result = try? nextRow() { PQclear(result) }
    }

    /// A statement that is ready to be sent.
    private struct Outgoing {
        let key: PreparedStatements.Key
        let arguments: BoundArguments
        let name: String
        /// Its text, when it has to be prepared.
        var text: String?
        /// The name of the statement that is dropped to make room for it.
        var replaced: String?
    }

    /// Finds or makes the names of the statements before any of them is sent.
    ///
    /// - Throws: ``PostgreSQLError`` when one takes another number of arguments, or an argument cannot
    ///   be stored.
    private func ready(_ batch: [DatabaseStatement]) throws -> [Outgoing] {
        var new: [PreparedStatements.Key: String] = [:]
        return try batch.map { statement in
            let arguments = try BoundArguments(statement.arguments)
            let key = PreparedStatements.Key(sql: statement.sql, types: arguments.types)
            if let name = prepared.name(of: key) ?? new[key] {
                return Outgoing(key: key, arguments: arguments, name: name)
            }
            let placeholders = Placeholders(statement.sql)
            guard placeholders.count == arguments.types.count else {
                throw PostgreSQLError.wrongCount(arguments.types.count)
            }
            let name = prepared.makeName()
            new[key] = name
            return Outgoing(
                key: key, arguments: arguments, name: name, text: placeholders.sql,
                replaced: prepared.makeRoom())
        }
    }

    private func send(
        _ statement: Outgoing, _ expectation: Expectation
    ) throws -> [Expectation] {
        var expected: [Expectation] = []
        if let replaced = statement.replaced { expected += try sendPlain("DEALLOCATE \(replaced)") }
        let types = statement.arguments.types
        if let text = statement.text {
            let isSent = PQsendPrepare(
                connection, statement.name, text, Int32(types.count), types)
            guard isSent == 1 else { throw lose() }
            expected.append(.preparation(statement.key, statement.name))
        }
        let isSent = statement.arguments.lend { values, lengths, formats in
            PQsendQueryPrepared(
                connection, statement.name, Int32(values.count), values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lose() }
        return expected + [expectation]
    }
}

/// The rows of one query that is being read.
///
/// They arrive one by one; when another statement is run meanwhile, the rest are kept here.
final class RowStream {
    /// Rows that were read and not yet handed over.
    var rest: [OpaquePointer] = []
    /// The error that ended them early.
    var failure: (any Error)?
    private var position = 0

    /// The next of the rows that are kept; the caller frees it.
    func next() -> OpaquePointer? {
        guard position < rest.count else { return nil }
        position += 1
        return rest[position - 1]
    }

    deinit { for result in rest[position...] { PQclear(result) } }
}
