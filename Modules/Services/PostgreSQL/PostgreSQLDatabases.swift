public import TenonCore

/// Opens databases of PostgreSQL servers by their addresses.
///
/// The address, the environment variables and the files of libpq say where the server is and how to
/// connect to it, TLS included (PostgreSQL 15, section 34.1.2). A password belongs in the password
/// file (`~/.pgpass`, `PGPASSFILE`) or in `PGPASSWORD`; an address that holds one is refused.
public struct PostgreSQLDatabases: DatabaseOpening {
    private let limits: PostgreSQLLimits

    /// Makes an opener; it connects to nothing.
    public init(_ limits: PostgreSQLLimits = PostgreSQLLimits()) { self.limits = limits }

    /// Opens the database at an address, such as `postgresql:///name?host=/run/postgresql`.
    ///
    /// It connects once, to see that it can; more connections are made as they are needed. The
    /// options say how long to wait for a lock, or for a free connection.
    ///
    /// - Parameters:
    ///   - path: The address.
    ///   - options: How it is opened; a database is never created, whatever they say.
    /// - Throws: ``PostgreSQLError``.
    public func open(path: String, options: DatabaseOptions) throws -> any Database {
        try PostgreSQLDatabase(PostgreSQLAddress(path), options, limits)
    }

    /// Checks the address; there is no folder to create.
    ///
    /// - Throws: ``PostgreSQLError`` when it is not such an address, or holds a password.
    public func prepareFolder(of path: String) throws { _ = try PostgreSQLAddress(path) }
}
