import TenonCore

/// What keeps the server from running.
typealias SyncServerError = ModuleError<SyncServerErrors>

/// Tells ``SyncServerError`` apart from the errors of other modules.
enum SyncServerErrors {}

extension SyncServerError {
    /// An address that is no path, and that no engine takes, or refuses without connecting.
    static func address(_ cause: any Error) -> SyncServerError {
        let unknown: Sentence = "It is none."
        let reason = (cause as? any ExplainedError)?.message ?? unknown
        return SyncServerError(
            .syncServerDatabase, "The address of the database cannot be used: \(reason)",
            remedy: "Give --database the path of a file, or an address like postgresql:///NAME.",
            cause: cause)
    }

    static let unfinishedCopy = SyncServerError(
        .syncServerDatabase,
        "Something is being copied into this database, or that was broken off.",
        remedy: "Run “wallet-sync migrate” again, with the same databases; it goes on.")

    static let notToBeCopied = SyncServerError(
        .syncServerDatabase,
        "There is no database to copy, or not all of it, or of another version.",
        remedy: """
            Check the first address, and start “wallet-sync” on it once, so that its tables are up to \
            date.
            """)

    static let notEmpty = SyncServerError(
        .syncServerDatabase, "The database that is to get the copy has vaults already.",
        remedy: "Name one that is empty, or that is not there yet.")

    static let incompleteCopy = SyncServerError(
        .syncServerDatabase, "What was written is not what was read.",
        remedy: "Stop whatever else writes into the new database, and run it again.")

    static let notOpen = SyncServerError(
        .syncServerDatabase, "The database is not open.", remedy: "Restart the server.")
}

extension ErrorCode {
    static let syncServerDatabase = ErrorCode("sync-server.database", .configuration)
}
