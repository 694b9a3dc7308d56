/// What can go wrong with stored values; its texts name keys, never values.
public typealias PersistenceError = ModuleError<PersistenceErrors>

/// Tells ``PersistenceError`` apart from the errors of other modules.
public enum PersistenceErrors {}

extension PersistenceError {
    /// The value at a key is not of the requested type.
    public static func unreadable(_ key: StorageKey, cause: any Error) -> PersistenceError {
        PersistenceError(
            .persistenceUnreadable,
            "The stored value \"\(key)\" cannot be read; it stays as it is.",
            remedy: "Use the version of the program that wrote it, or reset what it holds.",
            cause: cause)
    }

    /// A value cannot be encoded.
    public static func unwritable(_ key: StorageKey, cause: any Error) -> PersistenceError {
        PersistenceError(
            .persistenceUnwritable, "A value cannot be stored as \"\(key)\".",
            remedy: "This is a mistake of the program; please report it.", cause: cause)
    }

    static func newer(_ key: StorageKey, version: Int, known: Int) -> PersistenceError {
        PersistenceError(
            .persistenceNewer,
            """
            The stored value "\(key)" was written by a newer version of the program (form \(version); \
            this one knows \(known)); it stays as it is.
            """,
            remedy: "Update the program.")
    }

    static func migration(
        _ key: StorageKey, from version: Int, cause: any Error
    ) -> PersistenceError {
        PersistenceError(
            .persistenceMigration,
            """
            The stored value "\(key)" could not be brought up to date from its form \(version); it \
            stays as it is.
            """,
            remedy: "Use the version of the program that wrote it, or reset what it holds.",
            cause: cause)
    }

    static func kept(_ key: StorageKey, because reason: any Error) -> PersistenceError {
        let explanation = Explanation(reason)
        return PersistenceError(
            .persistenceKept,
            """
            Nothing was stored as "\(key)", since what is there could not be read and would be lost. \
            \(explanation.message)
            """,
            remedy: explanation.remedy, cause: reason)
    }

    static func newerTables(of owner: String) -> PersistenceError {
        PersistenceError(
            .persistenceNewer,
            "The tables of \(owner) were made by a newer version of the program.",
            remedy: "Update the program.")
    }

    static func noEngine(for address: String, known: [String]) -> PersistenceError {
        PersistenceError(
            .databaseNoEngine, "This program has nothing that opens databases such as \(address).",
            remedy: """
                Name a database of another kind (\(known.joined(separator: ", "))), or link the \
                module that opens it.
                """)
    }

    static var noHome: PersistenceError {
        PersistenceError(
            .persistenceNoHome, "There is no home folder, so there is no place for files.",
            remedy: "Set the variable HOME to an absolute path.")
    }
}

extension ErrorCode {
    /// A stored value is not what was asked for.
    public static let persistenceUnreadable = ErrorCode("persistence.unreadable", .badData)
    /// A stored value was written by a newer version of the program.
    public static let persistenceNewer = ErrorCode("persistence.newer", .badData)
    /// A stored value could not be brought up to date.
    public static let persistenceMigration = ErrorCode("persistence.migration", .badData)
    /// Nothing was stored, since what is there could not be read.
    public static let persistenceKept = ErrorCode("persistence.kept", .badData)
    /// A value cannot be encoded.
    public static let persistenceUnwritable = ErrorCode("persistence.unwritable", .defect)
    /// There is no place for the person's files.
    public static let persistenceNoHome = ErrorCode("persistence.no-home", .configuration)
}
