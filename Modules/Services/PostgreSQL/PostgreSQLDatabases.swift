public import TenonCore

/// Opens databases of PostgreSQL servers by their addresses.
///
/// Where a server is and how it is spoken to, TLS included, is said by the address, the variables and the
/// files of libpq (PostgreSQL 15, section 34.1.2). A password stands in none of these but the password
/// file (`~/.pgpass`, `PGPASSFILE`) or `PGPASSWORD`: an address that has one is refused.
public struct PostgreSQLDatabases: DatabaseOpening {
    private let limits: PostgreSQLLimits

    /// Makes an opener; it connects to nothing.
    public init(_ limits: PostgreSQLLimits = PostgreSQLLimits()) { self.limits = limits }

    /// Opens the database at an address, such as `postgresql:///name?host=/run/postgresql`.
    ///
    /// It connects once, to see that it can; more connections are made when they are needed. The time in
    /// the options is how long one waits for a lock, or for one of the connections.
    ///
    /// - Parameters:
    ///   - path: The address.
    ///   - options: How it is opened; it is never made, whatever they say.
    /// - Throws: ``PostgreSQLError``.
    public func open(path: String, options: DatabaseOptions) throws -> any Database {
        try PostgreSQLDatabase(PostgreSQLAddress(path), options, limits)
    }

    /// Checks the address; there is no folder to make.
    ///
    /// - Throws: ``PostgreSQLError`` when it is none, or holds a password.
    public func prepareFolder(of path: String) throws { _ = try PostgreSQLAddress(path) }
}
