package import TenonCore

extension ErrorCode {
    /// The content of a file is not where it is kept, or not yet.
    package static let syncNotArrived = ErrorCode("sync.not-arrived", .tryLater)
    /// The content of a file is on other machines, and where it is kept cannot be reached.
    package static let syncAway = ErrorCode("sync.away", .unavailable)
    /// Where the data is kept, there is no more room for it.
    package static let syncFull = ErrorCode("sync.full", .cannotCreate)
}

extension SyncError {
    static func fileNotArrived(_ name: String) -> SyncError {
        SyncError(
            .syncNotArrived, "The content of the file \"\(name)\" has not arrived yet.",
            remedy: """
                Synchronise the machine that attached it; in a shared folder, wait until it is copied. All \
                else of the item is here.
                """)
    }

    /// A place has no room for a file.
    static func noRoom(for name: String, _ error: SyncError) -> SyncError {
        SyncError(
            error.code,
            Sentence(joining: ["The file \"\(name)\" was not handed over.", error.message]),
            remedy: error.remedy, cause: error)
    }

    static func fileAway(_ name: String, _ cause: any Error) -> SyncError {
        SyncError(
            .syncAway,
            "The content of the file \"\(name)\" is on other machines, and its place cannot be reached.",
            remedy: """
                Try again when the server answers or the folder is there. All else of the item is here.
                """, cause: cause)
    }

    static func fileElsewhere(_ name: String) -> SyncError {
        SyncError(
            .syncAway, "The content of the file \"\(name)\" is on machines that this one has left.",
            remedy: "Open it there, or join them again.")
    }

    static func fileCut(_ name: String) -> SyncError {
        SyncError(
            .syncDamaged, "The content of the file \"\(name)\" is incomplete where it is kept.",
            remedy: """
                If it is still being copied, wait until that is done; if not, "wallet sync check" on a machine \
                that has the file writes it again.
                """)
    }

    static func fileSwapped(_ name: String) -> SyncError {
        SyncError(
            .syncForeign, "Parts of the file \"\(name)\" are out of order.",
            remedy: """
                Check who has write access to the shared folder or server; in a folder, "wallet sync check" \
                on a machine that has the file writes it again.
                """)
    }

    static func fileAltered(_ name: String) -> SyncError {
        SyncError(
            .syncAltered, "The content of the file \"\(name)\" was changed where it is kept.",
            remedy: """
                Check who has write access to the shared folder or server; in a folder, "wallet sync check" \
                on a machine that has the file writes it again.
                """)
    }
}
