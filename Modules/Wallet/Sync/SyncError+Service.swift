package import TenonCore

extension ErrorCode {
    /// The vault is not synchronised.
    package static let syncOff = ErrorCode("sync.off", .failure)
    /// The vault is synchronised already.
    package static let syncAlready = ErrorCode("sync.already", .cannotCreate)
    /// An invitation is mistyped, used, too old, or not there.
    package static let syncInvitation = ErrorCode("sync.invitation", .badData)
    /// An invitation is for another vault than the one that is here.
    package static let syncOtherVault = ErrorCode("sync.other-vault", .cannotCreate)
    /// A recovery sheet is mistyped, void, or what belongs to it is not there.
    package static let syncSheet = ErrorCode("sync.sheet", .badData)
    /// Something was begun here that could not be finished yet.
    package static let syncUnfinished = ErrorCode("sync.unfinished", .tryLater)
    /// There is no conflict to decide.
    package static let syncNoConflict = ErrorCode("sync.no-conflict", .failure)
    /// The vault is held by a program that cannot synchronise it.
    static let syncUnavailable = ErrorCode("sync.unavailable", .unavailable)
}

extension SyncError {
    package static let off = SyncError(
        .syncOff, "This vault is not synchronised.",
        remedy: "Set it up with \(SyncStep.setUp), or join with \(SyncStep.join).")

    static func already(_ place: String) -> SyncError {
        SyncError(
            .syncAlready, "This vault is synchronised already, through \(place).",
            remedy: "To use another place, leave this one first with \(SyncStep.leave).")
    }

    static func notKept(in path: String) -> SyncError {
        SyncError(
            .syncRemote, "This vault is not kept in \(path).",
            remedy: "Look for the folder that it was set up in.")
    }

    /// A machine has removed the vault from its place.
    static func removed(by name: String, from place: String) -> SyncError {
        SyncError(
            .syncRemoved, "The vault was removed from \(place) on the machine \"\(name)\".",
            remedy: """
                The vault here stays as it is. Leave with \(SyncStep.leave); to go on, use \(SyncStep.setUp) on \
                one machine, and let the others in by \(SyncStep.invite).
                """)
    }

    static let unfinishedRemoval = SyncError(
        .syncRemoved,
        "This machine has begun to remove the vault from its place, and was interrupted.",
        remedy: "Finish it with \(SyncStep.removeVault); the vault stays here as it is.")

    /// An interrupted removal is finished where another machine has set the vault up again meanwhile.
    static func setUpAnew(in path: String) -> SyncError {
        SyncError(
            .syncOff,
            """
            The vault was not removed from \(path): it was set up there anew since this machine began to \
            remove it.
            """,
            remedy: """
                This machine has left, and the vault stays as it is here. To take part again, join with \
                \(SyncStep.join). To remove the vault from there all the same, use \(SyncStep.removeVault) and this \
                folder.
                """)
    }

    /// Something has the name of the mark that announces a removal, and is none.
    static func strangeRemoval(_ path: String) -> SyncError {
        SyncError(
            .syncRemote,
            "\(path) says that the vault was removed, but no machine of the vault wrote it.",
            remedy: """
                If it is still being copied, wait until that is done; if not, remove this file, and check who has \
                write access to the folder. Nothing was lost here.
                """)
    }

    static func strangeFiles(in path: String) -> SyncError {
        SyncError(
            .syncRemote, "The files of the vault are removed, but others are in \(path).",
            remedy: "Look at them, and remove that folder.")
    }

    static func onlyThere(_ file: String, _ path: String) -> SyncError {
        SyncError(
            .syncNotArrived,
            "The content of the file \"\(file)\" is not on this machine, and may be in \(path) alone.",
            remedy: """
                Fetch it on a machine that exchanges changes there, or remove the file from its item; then \
                remove the vault.
                """)
    }

    static func inUse(by path: String) -> SyncError {
        SyncError(
            .syncAlready, "This vault is kept in \(path) already.",
            remedy: """
                If another machine uses it there, join with \(SyncStep.join). If none does any more, remove it \
                with \(SyncStep.removeVault) and this folder, then set it up again.
                """)
    }

    static func noFolder(_ path: String) -> SyncError {
        SyncError(
            .syncRemote, "\(path) is not a folder.",
            remedy: "Make the folder, or check that its disk is mounted.")
    }

    static let mistypedInvitation = SyncError(
        .syncInvitation, "This is not the code of an invitation.",
        remedy: "Copy the whole code, from \"wallet-sync:\" to its end.")

    static func noInvitation(_ path: String) -> SyncError {
        SyncError(
            .syncInvitation,
            "The invitation is not in \(path): it was used, has ended, or has not arrived yet.",
            remedy: """
                Wait until the folder is up to date; if it is, ask for a new code with \
                \(SyncStep.invite) on a machine that is in.
                """)
    }

    /// There is no invitation in a folder, or at a server.
    static func noInvitation(from address: String) -> SyncError {
        SyncPlaces.isServer(address) ? noInvitation(at: address) : noInvitation(address)
    }

    static let usedInvitation = SyncError(
        .syncInvitation, "This invitation was used already.",
        remedy: """
            If that was not you, look at the machines with \(SyncStep.devices) on one that is in. Ask for \
            a new code with \(SyncStep.invite).
            """)

    static let misusedInvitation = SyncError(
        .syncInvitation,
        "Somebody answered an invitation of this machine who has its code, but not the passphrase.",
        remedy: """
            Nobody was let in. Make a new code with \(SyncStep.invite), and hand it over in another way.
            """)

    static let expiredInvitation = SyncError(
        .syncInvitation, "The invitation is too old: it was good for ten minutes.",
        remedy: "Ask for a new code with \(SyncStep.invite) on a machine that is in.")

    static let otherPassphrase = SyncError(
        .syncOtherVault,
        "The vault has another key by now, and this passphrase opens only the former one.",
        remedy: """
            Move the vault file that is here away, and join again with the passphrase that the vault has \
            on the other machines.
            """)

    static let alteredInvitation = SyncError(
        .syncInvitation, "The invitation was changed where it is kept, or is of a newer version.",
        remedy: "Ask for a new code; use the newest version of the program on both machines.")

    static let unfinishedKey = SyncError(
        .syncUnfinished,
        "The vault does not have the new key yet, and opens with the passphrase that it had.",
        remedy: """
            Not everything could be handed over, or another machine gave the vault a key at the same time. \
            Look how this machine stands with the others, then do this once more.
            """)

    static let mistypedSheet = SyncError(
        .syncSheet, "This is not the text of a recovery sheet.",
        remedy: "Copy all of it, from \"wallet-recovery:\" to its end.")

    static func noShelf(_ place: String) -> SyncError {
        SyncError(
            .syncSheet, "What belongs to this recovery sheet is not in \(place).",
            remedy: """
                Wait until the folder is up to date; if it is, a newer sheet was made: use that one.
                """)
    }

    static let alteredShelf = SyncError(
        .syncSheet, "What belongs to the recovery sheet was changed where it is kept.",
        remedy: """
            Check who has write access to the shared folder or server, and restore it from a backup.
            """)

    static let voidSheet = SyncError(
        .syncSheet,
        "This recovery sheet is void: a newer one was made, or the vault is not kept there any more.",
        remedy: "Use the newest sheet, or \(SyncStep.invite) on a machine that is in.")

    static let usedSheet = SyncError(
        .syncSheet,
        "The recovery sheet is being used on another machine, or not all has arrived here.",
        remedy: "Wait until the data is up to date, then try again.")

    static let forkedSheet = SyncError(
        .syncForked, "This recovery sheet was used on two machines at the same moment.",
        remedy: """
            Repeat \(SyncStep.recover) here with the same sheet. If this machine was let in by another way, \
            leave with \(SyncStep.leave), and join by \(SyncStep.invite) on one that is in. The items here stay.
            """)

    static let unfinishedSheet = SyncError(
        .syncSheet, "The recovery sheet has not let this machine in yet.",
        remedy: "Repeat \(SyncStep.recover) with the same sheet.")

    static let otherVault = SyncError(
        .syncOtherVault, "There is another vault here already.",
        remedy: "Name a new place with --vault PATH, or export that vault's items and import them.")

    package static let noConflict = SyncError(
        .syncNoConflict, "There is no such conflict any more.",
        remedy: "List them again with \(SyncStep.conflicts).")

    package static let unavailable = SyncError(
        .syncUnavailable, "The program that holds the vault cannot synchronise it.",
        remedy: "End the agent with \"wallet agent stop\"; the next command starts the new version."
    )
}
