import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens

/// `wallet sync leave`.
struct SyncLeaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: Help.localized("Stop exchanging changes on this machine."),
        discussion: Help.localized(
            """
            What was changed here is handed over first, and the other machines learn that this one has \
            left. The vault stays as it is, and so does what is kept for the others. When the place does \
            not answer, this machine leaves all the same, and says what to do on the others.

            The last machine is asked whether what is kept goes as well; with --yes it stays.

            Examples:
              wallet sync leave
              wallet sync leave --yes
            """))

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let localizer = session.localizer
        let before = try await session.sync.syncStatus()
        try await session.confirm(
            localizer(SyncText.leaveTitle), before.leaveMessage(localizer),
            localizer(CommandText.leaveConfirm), unless: yes)
        // Another machine may have joined meanwhile.
        _ = try? await session.synchronizing { try await session.sync.synchronize() }
        let status = try await session.sync.syncStatus()
        if status.isLast, let place = status.place, await wantsRemoval(from: place, session) {
            try await session.synchronizing { try await session.sync.removeSyncVault(at: nil) }
            session.say(localizer(SyncText.vaultRemoved, ["place": place]))
            return try await session.writeSyncStatus(output)
        }
        let departure = try await session.synchronizing { try await session.sync.leaveSync() }
        session.say(localizer(SyncText.left))
        if status.isLast, let place = status.place {
            session.say(
                SyncPlaces.isServer(place) ? .syncStaysAtServer : .syncStaysInFolder,
                ["place": place], tone: .caution)
        } else if let problem = departure.problem {
            session.say(
                .syncNotTold,
                [
                    "name": HarmlessText.line(departure.name),
                    "problem": localizer.text(of: problem),
                ],
                tone: .caution)
        }
        try await session.writeSyncStatus(output)
    }

    /// Whether the last machine takes away what is kept; without asking, it does not.
    private func wantsRemoval(from place: String, _ session: CommandSession) async -> Bool {
        guard !yes else { return false }
        return await session.container[.confirmations].confirm(
            Confirmation(
                title: session.localizer(CommandText.syncLastTitle, ["place": place]),
                message: session.localizer(SyncText.removeVaultMessage),
                confirmTitle: session.localizer(SyncText.removeVaultConfirm), severity: .moderate))
    }
}

/// `wallet sync remove-vault`.
struct SyncRemoveVaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-vault",
        abstract: Help.localized("Remove what is kept of the vault for other machines."),
        discussion: Help.localized(
            """
            The vault goes from the folder or the server through which machines exchange changes, and \
            nothing else there. Where this machine exchanges changes, it first fetches what it lacks, and \
            leaves afterwards. The vault on each machine stays, but they exchange nothing any more. This \
            cannot be undone.

            Name a folder that this machine does not use any more. A server removes a vault only for a \
            machine that uses it.

            Examples:
              wallet sync remove-vault
              wallet sync remove-vault ~/Sync --yes
            """))

    @Argument(
        help: .localized("The folder or the server; when left out, the one that is in use."),
        completion: .directory)
    var place: String?

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let status = try await session.sync.syncStatus()
        let given = place.map { SyncPlaces.isServer($0) ? $0 : FilePath.absolute($0) }
        if let place = given ?? status.place {
            try await session.confirm(
                session.localizer(SyncText.removeVaultTitle, ["place": place]),
                message(place, status, session.localizer),
                session.localizer(SyncText.removeVaultConfirm),
                unless: yes)
        }
        try await session.synchronizing { try await session.sync.removeSyncVault(at: given) }
        let removed = ["place": given ?? status.place ?? ""]
        session.say(session.localizer(SyncText.vaultRemoved, removed))
    }

    /// Says who loses something by it.
    private func message(_ place: String, _ status: SyncStatus, _ localizer: Localizer) -> String {
        guard let own = status.place, SyncPlaces.isSame(place, own) else {
            return localizer(CommandText.syncRemoveVaultUnknown)
        }
        let others = status.others.map { HarmlessText.line($0.name) }.joined(separator: ", ")
        return others.isEmpty
            ? localizer(SyncText.removeVaultMessage)
            : localizer(CommandText.syncRemoveVaultOthers, ["others": others])
    }
}
