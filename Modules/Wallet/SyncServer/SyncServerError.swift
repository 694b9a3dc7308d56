import TenonCore

/// What keeps the server from running.
typealias SyncServerError = ModuleError<SyncServerErrors>

/// Tells ``SyncServerError`` apart from the errors of other modules.
enum SyncServerErrors {}

extension SyncServerError {
    /// An address that is no path, and that no engine takes, or refuses without connecting.
    static func address(_ cause: any Error) -> SyncServerError {
        let unknown: Sentence = "It is not the address of a database."
        let reason = (cause as? any ExplainedError)?.message ?? unknown
        return SyncServerError(
            .syncServerDatabase, "The address of the database cannot be used: \(reason)",
            remedy: "Give --database the path of a file, or an address like postgresql:///NAME.",
            cause: cause)
    }

    static let unfinishedCopy = SyncServerError(
        .syncServerDatabase,
        "A copy into this database is under way, or was interrupted.",
        remedy: "Run “wallet-sync migrate” again, with the same databases; it continues.")

    static let notToBeCopied = SyncServerError(
        .syncServerDatabase,
        "The database to copy is missing, incomplete, or of another version.",
        remedy: """
            Check the first address, and start “wallet-sync” on it once, so that its tables are up to \
            date.
            """)

    static let notEmpty = SyncServerError(
        .syncServerDatabase, "The database for the copy has vaults or invitations already.",
        remedy: "Name one that is empty, or does not exist yet.")

    static let incompleteCopy = SyncServerError(
        .syncServerDatabase, "The copy differs from what was read.",
        remedy: "Stop whatever else writes into the new database, and run it again.")

    static let overtaken = SyncServerError(
        .syncServerOvertaken, "Another server has changed the vault at this moment.",
        remedy: "Try again.")

    static func noInvitation(_ id: String) -> SyncServerError {
        SyncServerError(
            .syncServerInvitation, "There is no invitation \(HarmlessText.line(id)).",
            remedy: "Look for its name with “wallet-sync invitations”.")
    }

    static let notOpen = SyncServerError(
        .syncServerDatabase, "The database is not open.", remedy: "Restart the server.")
}

extension ErrorCode {
    static let syncServerDatabase = ErrorCode("sync-server.database", .configuration)
    static let syncServerInvitation = ErrorCode("sync-server.invitation", .failure)
    static let syncServerOvertaken = ErrorCode("sync-server.overtaken", .tryLater)
}
