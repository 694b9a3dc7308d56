import Glibc
package import TenonCore
import WalletVault

/// What can go wrong when machines keep the same vault.
package typealias SyncError = ModuleError<SyncErrors>

/// Tells ``SyncError`` apart from the errors of other modules.
package enum SyncErrors {}

extension ErrorCode {
    /// A commit is truncated or malformed.
    package static let syncDamaged = ErrorCode("sync.damaged", .badData)
    /// A commit has a format of a newer version.
    package static let syncNewerFormat = ErrorCode("sync.newer-format", .badData)
    /// A commit belongs to another vault, device or place.
    package static let syncForeign = ErrorCode("sync.foreign", .badData)
    /// A commit was changed, or somebody else made it.
    package static let syncAltered = ErrorCode("sync.altered", .badData)
    /// A commit does not follow the one before it.
    static let syncChain = ErrorCode("sync.chain", .badData)
    /// A commit was made under a key of the vault that this device does not have.
    package static let syncNoKey = ErrorCode("sync.no-key", .tryLater)
    /// A log is shorter than it was.
    package static let syncRolledBack = ErrorCode("sync.rolled-back", .badData)
    /// A commit is not there that others have seen.
    package static let syncMissing = ErrorCode("sync.missing", .badData)
    /// Two devices were given different commits with the same number.
    package static let syncForked = ErrorCode("sync.forked", .badData)
    /// Two devices that know the same have different states.
    static let syncDiverged = ErrorCode("sync.diverged", .badData)
    /// The device has not been let in, as far as it knows.
    static let syncNotIn = ErrorCode("sync.not-in", .tryLater)
    /// This device was taken out on another one.
    package static let syncDismissed = ErrorCode("sync.dismissed", .failure)
    /// There is no such device among those that count.
    package static let syncNoDevice = ErrorCode("sync.no-device", .failure)
    /// A change is larger than what a commit takes.
    package static let syncTooLarge = ErrorCode("sync.too-large", .badData)
    /// What this machine remembers of the other ones cannot be read.
    package static let syncLocalState = ErrorCode("sync.local-state", .badData)
    /// A part of a log is there, and cannot be read.
    package static let syncUnreadable = ErrorCode("sync.unreadable", .inputOutput)
    /// Another process keeps the vault in step already.
    package static let syncInUse = ErrorCode("sync.in-use", .tryLater)
    /// The remote cannot be read or written.
    package static let syncRemote = ErrorCode("sync.remote", .inputOutput)
    /// The remote refuses this machine; to wait does not help.
    static let syncRefused = ErrorCode("sync.refused", .failure)
    /// The server accepts new vaults by invitation only.
    package static let syncUninvited = ErrorCode("sync.uninvited", .noPermission)
    /// The vault was removed from the place where it was kept for other machines.
    package static let syncRemoved = ErrorCode("sync.removed", .failure)
}

extension SyncError {
    /// Whether the place does not let this machine use the vault, or does not have it.
    var isRefusal: Bool { code == .syncRefused || code == .syncRemoved }

    /// Whether to wait does not help: a person has to do something.
    var needsPerson: Bool {
        isRefusal || [.syncInvitation, .syncSheet, .syncFull].contains(code)
    }
}

extension SyncError {
    static let damaged = SyncError(
        .syncDamaged, "It is incomplete, or is not a commit.",
        remedy: "If it is still being copied, wait until that is done.")

    static let newerFormat = SyncError(
        .syncNewerFormat, "It was written by a newer version of the program.",
        remedy: "Use the newest version here, too; nothing was changed.")

    static let foreign = SyncError(
        .syncForeign, "It belongs to another vault or to another place.",
        remedy: "Check who has write access to the shared folder or server.")

    static let altered = SyncError(
        .syncAltered, "It is not whole, or was changed, or was not made by this device.",
        remedy: """
            If it is still being copied, wait until that is done; if not, check who has write access to the \
            shared folder or server.
            """)

    static let noKey = SyncError(
        .syncNoKey, "It was made under a key of the vault that this machine was not given yet.",
        remedy: """
            Synchronise the machine that gave the vault another key, then this one. If this one is not \
            listed there with \(SyncStep.devices), leave with \(SyncStep.leave), and join by \
            \(SyncStep.invite) on a machine that is in.
            """)

    static let alteredSnapshot = SyncError(
        .syncAltered, "Part of its snapshot does not match its checksum.",
        remedy: """
            If it is still being copied, wait until that is done; if not, check who has write access to the \
            shared folder or server.
            """)

    static let snapshotNotArrived = SyncError(
        .syncNotArrived, "A part of its snapshot has not arrived yet.",
        remedy: "In a shared folder, wait until it is copied.")

    static let chain = SyncError(
        .syncChain, "It does not follow the change before it.",
        remedy: "Check who has write access to the shared folder or server.")

    static let missing = SyncError(
        .syncMissing,
        "The server does not have one of its changes, which other machines got from there.",
        remedy:
            "Ask the operator of the server whether an older copy was put back, or something removed."
    )

    static let late = SyncError(
        .syncMissing, "A change of it has not arrived for more than an hour.",
        remedy: """
            Look whether the folder is complete here: a file syncer may have stopped, keep a placeholder, \
            or have given a file another name. Synchronise that machine again.
            """)

    static let rolledBack = SyncError(
        .syncRolledBack, "The log of its changes is shorter than before.",
        remedy: """
            Perhaps an older copy of the data was put back. Synchronise that machine, which sends what is \
            missing again. If you no longer have that machine, remove it with "wallet sync remove".
            """)

    static let placeOlder = SyncError(
        .syncRolledBack, "The log of its changes was shorter than what this machine had sent.",
        remedy: """
            An older copy of the data was put back. This machine has sent its changes again; let the other \
            machines synchronise as well.
            """)

    static let ownStateOlder = SyncError(
        .syncRolledBack, "Other devices have seen newer changes of this one than it has itself.",
        remedy: """
            An older copy was restored here. Leave with \(SyncStep.leave), and join by \(SyncStep.invite) on a \
            machine that is in.
            """)

    static let forked = SyncError(
        .syncForked, "Devices were shown different data with the same number.",
        remedy: """
            The place that keeps the data is lying, or a device was copied. Let the copy leave with \
            \(SyncStep.leave), remove it on a machine that is in (see \(SyncStep.devices)), and join by \
            \(SyncStep.invite) there.
            """)

    static let diverged = SyncError(
        .syncDiverged, "Two devices with the same changes have different items.",
        remedy: "Nothing was lost; report this defect.")

    static let notIn = SyncError(
        .syncNotIn, "This device does not know yet that it was let in.",
        remedy: "Synchronise the device that invited it, then this one.")

    static func dismissed(by name: String) -> SyncError {
        SyncError(
            .syncDismissed, "\"\(name)\" removed this machine from sync.",
            remedy: """
                The vault stays here as it is, and exchanges nothing any more. To take part again, ask \
                for a code with \(SyncStep.invite) there, and give it to \(SyncStep.join) here.
                """)
    }

    static let unfinishedLeaving = SyncError(
        .syncDismissed, "This machine has begun to leave, and was interrupted.",
        remedy: "Finish it with \(SyncStep.leave); the vault stays here as it is.")

    static let noDevice = SyncError(
        .syncNoDevice, "There is no such other machine any more.",
        remedy: "List them again with \(SyncStep.devices).")

    static func tooLarge(_ id: String) -> SyncError {
        SyncError(
            .syncTooLarge, "A field of the item \(id) is too long to be sent.",
            remedy: "Shorten it to 900 KB.")
    }

    static func localState(_ cause: (any Error)? = nil) -> SyncError {
        SyncError(
            .syncLocalState, "What this machine remembers of the other ones cannot be read.",
            remedy: """
                The vault itself is as it was. Leave with \(SyncStep.leave), and join by \(SyncStep.invite) on a \
                machine that is in.
                """, cause: cause)
    }

    static let otherKey = SyncError(
        .syncLocalState,
        "What this machine remembers of the other ones was made under another key of the vault.",
        remedy: """
            Perhaps the vault was put back as it was before it was given another key. Leave with \
            \(SyncStep.leave), and join by \(SyncStep.invite) on a machine that is in.
            """)

    static func unusable(_ path: String, _ code: CInt) -> SyncError {
        guard code != ENOSPC, code != EDQUOT else {
            return SyncError(
                .syncFull, "There is no room left in \(FileName.folder(of: path)).",
                remedy: """
                    Make room there. Changes wait here, those of other machines arrive, and nothing was lost.
                    """)
        }
        return SyncError(
            .syncRemote, "\(path) cannot be used: \(String(cString: strerror(code))).",
            remedy: "Check that the folder is there and can be written to; nothing was lost.")
    }

    static func unreadable(_ path: String, _ code: CInt) -> SyncError {
        SyncError(
            .syncUnreadable, "\(path) cannot be read: \(String(cString: strerror(code))).",
            remedy: "Copy it here again, or check who may read it; everything else continues.")
    }

    static func noMarker(_ folder: String) -> SyncError {
        SyncError(
            .syncRemote, "What is kept for other machines is not in \(folder).",
            remedy: """
                Check that the folder is mounted, the stick is plugged in, and its first copy is \
                complete; nothing was lost.
                """)
    }

    static func inUse(_ process: String) -> SyncError {
        SyncError(
            .syncInUse, "The process \(process) keeps this vault in step already.",
            remedy: "Let it do that, or end it; for wallet-agent: wallet agent stop.")
    }

}
