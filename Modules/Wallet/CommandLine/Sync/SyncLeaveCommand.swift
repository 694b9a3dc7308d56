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
            not answer, this machine leaves all the same, and says what to do on the others. What could \
            not be handed over is named before, and afterwards.

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
        guard try await session.sync.syncStatus().phase != .off else { throw SyncError.off }
        // What can be handed over is, so that the question names the rest; another machine may have joined.
        _ = try? await session.synchronizing { try await session.sync.synchronize() }
        let status = try await session.sync.syncStatus()
        try await session.confirm(
            localizer(SyncText.leaveTitle),
            status.leaveMessage(localizer, name: HarmlessText.line),
            localizer(CommandText.leaveConfirm), unless: yes)
        if status.isLast, let place = status.place, await wantsRemoval(from: place, session) {
            try await session.synchronizing { try await session.sync.removeSyncVault(at: nil) }
            session.say(localizer(SyncText.vaultRemoved, ["place": place]))
            return try await session.writeSyncStatus(output)
        }
        let departure = try await session.synchronizing { try await session.sync.leaveSync() }
        session.say(localizer(SyncText.left))
        for text in departure.texts(localizer, from: status.place, name: HarmlessText.line) {
            session.say(text, tone: .caution)
        }
        if status.isLast, !departure.isRemoved, let place = status.place {
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

            When it was interrupted, it continues when it is repeated; machines that still use a folder stop, \
            and say which one has removed the vault.

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
        guard place?.isEmpty != true else {
            throw ValidationError.localized("Name the folder or the server.")
        }
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
