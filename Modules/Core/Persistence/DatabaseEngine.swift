/// A way to open databases, and the addresses that it opens.
public struct DatabaseEngine: Sendable {
    /// The schemes of its addresses without `://`; empty for one that opens files by their paths.
    let schemes: [String]
    /// What opens them.
    let databases: any DatabaseOpening

    /// Makes an engine; contribute it to ``AnyPort/databaseEngines``.
    public init(schemes: [String] = [], _ databases: any DatabaseOpening) {
        self.schemes = schemes
        self.databases = databases
    }
}

/// Opens each database with the engine for the scheme of its address.
///
/// A module with an engine provides it as ``AnyPort/databases``. Modules for servers override the
/// one for files (`overriding`), so that a program that links both opens both.
public struct DatabaseEngines: DatabaseOpening {
    private let engines: [DatabaseEngine]

    /// Takes the engines that are linked.
    public init(_ engines: [DatabaseEngine]) { self.engines = engines }

    /// Opens a database with the engine for its address.
    ///
    /// - Throws: ``PersistenceError`` (`database.no-engine`) when none is linked; what the engine throws.
    public func open(path: String, options: DatabaseOptions) throws -> any Database {
        try databases(for: path).open(path: path, options: options)
    }

    /// Makes the folder for a file with the engine for its address.
    ///
    /// - Throws: ``PersistenceError`` (`database.no-engine`) when none is linked; what the engine throws.
    public func prepareFolder(of path: String) throws {
        try databases(for: path).prepareFolder(of: path)
    }

    private func databases(for path: String) throws -> any DatabaseOpening {
        let scheme = Self.scheme(of: path)
        let engine = engines.first { engine in
            scheme.map { engine.schemes.contains($0) } ?? engine.schemes.isEmpty
        }
        if let engine { return engine.databases }
        let known = engines.map { $0.schemes.first.map { "\($0)://…" } ?? "/…" }
        // Only the scheme is named: an address may hold a password, though it should not.
        throw PersistenceError.noEngine(for: scheme.map { "\($0)://…" } ?? "/…", known: known)
    }

    /// The scheme of an address in lower case; `nil` for the path of a file.
    private static func scheme(of address: String) -> String? {
        guard let end = address.firstIndex(of: ":"), address[end...].hasPrefix("://") else {
            return nil
        }
        let scheme = address[..<end]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "+-.".utf8.contains(byte)
        }
        return isScheme && !scheme.isEmpty ? scheme.lowercased() : nil
    }
}

extension AnyPort {
    /// The engines that ``databases`` chooses from.
    public static let databaseEngines = CollectionPort<DatabaseEngine>("databaseEngines")
}
