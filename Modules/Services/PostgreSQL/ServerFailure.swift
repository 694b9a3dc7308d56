import CPostgreSQL
import TenonCore

/// An error that a server reports.
struct ServerFailure: Error {
    /// The class and the code of the error (PostgreSQL 15, appendix A).
    let state: String
    /// The message, in the language of the server; with class 22 it may repeat values.
    let message: String
    /// Whether it is about the server's own tables.
    let isInCatalogue: Bool
    /// Whether a prepared statement would return other columns now.
    let isStale: Bool

    init(_ result: OpaquePointer) {
        func field(_ code: Character) -> String {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
                ?? ""
        }
        state = field("C")
        message = field("M")
        isInCatalogue = field("s") == "pg_catalog"
        isStale = state == "26000" || state == "0A000" && field("R") == "RevalidateCachedQuery"
    }

    /// Whether the transaction failed only because of others, or of an outdated prepared statement,
    /// so that it may succeed when it is repeated.
    private var isConflict: Bool {
        switch state {
        case "40001", "40P01": true
        // Two connections created or changed the same table at the same moment.
        case "23505": isInCatalogue
        case "XX000": message == "tuple concurrently updated"
        default: isStale
        }
    }

    /// Whether a table, a type or the like exists already.
    ///
    /// Another connection may create it at the same moment, even after `IF NOT EXISTS` did not find
    /// it.
    private var isDuplicate: Bool { state == "42710" || state == "42P07" }

    /// Whether the transaction may succeed when it is repeated.
    ///
    /// - Parameters:
    ///   - runs: How often it has failed so far.
    ///   - retries: How often a transaction that conflicts with others is repeated.
    func allowsRetry(after runs: Int, of retries: Int) -> Bool {
        // The next run finds what the other connection has created, so a few are enough.
        runs <= (isConflict ? retries : isDuplicate ? min(5, retries) : 0)
    }

    /// Whether the server closes the connection.
    var endsConnection: Bool { state.hasPrefix("08") || state.hasPrefix("57P") }

    /// The error for whoever uses a database.
    func error(in label: String) -> PostgreSQLError {
        // Messages of this class repeat the value that does not fit, which may be private.
        let text = state.hasPrefix("22") ? Self.misfit : Sentence(verbatim: message)
        return PostgreSQLError(
            code, "The database \(label) failed: \(text) (\(state)).", remedy: remedy)
    }

    private static let misfit: Sentence = "a value does not fit its column"

    private var code: ErrorCode {
        switch state {
        case "40001", "40P01", "55P03": .databaseBusy
        case "57014": .databaseTimedOut
        case "25006": .databaseReadOnly
        case "3D000": .databaseMissing
        case "42501": .databaseInaccessible
        case "53100": .databaseFull
        default:
            switch state.prefix(2) {
            case "08", "57": .databaseInterrupted
            case "22", "54": .databaseUnstorable
            case "23": .databaseConstraint
            case "28": .databaseInaccessible
            case "53": .databaseBusy
            case "58", "XX": .databaseInputOutput
            default: .databaseMisuse
            }
        }
    }

    private var remedy: Sentence {
        switch code {
        case .databaseBusy where state.hasPrefix("53"), .databaseTimedOut:
            "Try again when the server has less to do."
        case .databaseBusy: "Others are changing the same rows; try again in a moment."
        case .databaseMissing: "Make it with “createdb”, or check the address."
        case .databaseInaccessible where state == "42501":
            "Ask who runs the server for the right to do this."
        case .databaseInaccessible: PostgreSQLError.whereThePasswordGoes
        case .databaseFull: "Free some space on the disk of the server."
        case .databaseInterrupted: "Try again."
        case .databaseInputOutput: "Look in the log of the server."
        default: ""
        }
    }
}
