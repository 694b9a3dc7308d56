import TenonCore

/// What keeps the server from running.
typealias SyncServerError = ModuleError<SyncServerErrors>

/// Tells ``SyncServerError`` apart from the errors of other modules.
enum SyncServerErrors {}

extension SyncServerError {
    static func noEngine(for address: String) -> SyncServerError {
        let scheme = String(address.prefix { $0 != ":" })
        return SyncServerError(
            .syncServerDatabase, "No database for addresses with \(scheme) is linked.",
            remedy: "Give --database the path of a file.")
    }

    static let newerSchema = SyncServerError(
        .syncServerDatabase, "The database was written by a newer version of the server.",
        remedy: "Run the newest version.")

    static let notOpen = SyncServerError(
        .syncServerDatabase, "The database is not open.", remedy: "Restart the server.")
}

extension ErrorCode {
    static let syncServerDatabase = ErrorCode("sync-server.database", .configuration)
}
