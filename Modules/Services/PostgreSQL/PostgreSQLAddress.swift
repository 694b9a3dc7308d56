import CPostgreSQL
import Glibc

/// The address of a database, taken apart by libpq; it holds no password.
struct PostgreSQLAddress: Sendable {
    /// The schemes of such addresses (PostgreSQL 15, section 34.1.1.2).
    static let schemes = ["postgresql", "postgres"]

    /// The parameters of the connection that the address gives, by the keywords of libpq.
    let parameters: [String: String]

    /// Reads an address such as `postgresql://host:5432/name?sslmode=verify-full`.
    ///
    /// - Throws: ``PostgreSQLError`` when it is not such an address, or holds a password. No error
    ///   repeats the address.
    init(_ address: String) throws {
        guard Self.schemes.contains(where: { address.hasPrefix("\($0)://") }) else {
            throw PostgreSQLError.malformedAddress
        }
        // The reason that libpq gives may repeat a part of a password.
        guard let options = PQconninfoParse(address, nil) else {
            throw PostgreSQLError.malformedAddress
        }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                parameters[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        guard parameters["password"] == nil, parameters["sslpassword"] == nil else {
            throw PostgreSQLError.passwordInAddress
        }
        self.parameters = parameters
    }

    /// The server and the name of the database, for messages.
    var label: String {
        let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
        let name = parameters["dbname"] ?? parameters["service"] ?? ""
        let port = parameters["port"].map { ":\($0)" } ?? ""
        return host.hasPrefix("/")
            ? "postgresql:///\(name)?host=\(host)" : "postgresql://\(host)\(port)/\(name)"
    }

    /// How long connecting may take; the address may set it.
    func connectTimeout(_ limits: PostgreSQLLimits) -> Duration {
        parameters["connect_timeout"].flatMap { Int($0) }.flatMap { $0 > 0 ? .seconds($0) : nil }
            ?? limits.connectTimeout
    }

    /// All parameters for libpq, with those that this module adds.
    ///
    /// - Parameters:
    ///   - limits: How long a statement may take, unless the address says so.
    ///   - lockTimeout: How long a statement waits for a lock, in milliseconds.
    func parameters(_ limits: PostgreSQLLimits, lockTimeout: Int) -> [String: String] {
        let own = parameters["options"] ?? getenv("PGOPTIONS").map { String(cString: $0) } ?? ""
        let added = [
            "client_encoding": "UTF8", "fallback_application_name": "tenon",
            // The last value counts, so that of the address does.
            "options": "-c statement_timeout=\(limits.statementTimeout.milliseconds)"
                + " -c lock_timeout=\(lockTimeout) \(own)",
        ]
        return parameters.merging(added) { $1 }
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
