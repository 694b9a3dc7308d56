import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens

/// `wallet sync`: the same vault on several machines.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: Help.localized(
            "Keep the same vault on several machines, through a shared folder or a server."),
        discussion: Help.localized(
            """
            A folder that Syncthing, Nextcloud or a stick carries is enough; wallet-sync is a server for \
            the same. The folder or server never sees your items, and tampering is detected. While the \
            vault is unlocked, the agent exchanges changes by itself.

            Examples:
              wallet sync set-up folder ~/Sync
              wallet sync invite
              wallet sync join
              wallet sync status
            """),
        subcommands: [
            SyncSetUpCommand.self, SyncInviteCommand.self, SyncJoinCommand.self,
            SyncNowCommand.self, SyncStatusCommand.self, SyncDevicesCommand.self,
            SyncRemoveCommand.self, SyncRecoverySheetCommand.self, SyncConflictsCommand.self,
            SyncCheckCommand.self, SyncLeaveCommand.self, SyncRemoveVaultCommand.self,
        ])
}

/// `wallet sync set-up`.
struct SyncSetUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-up", abstract: Help.localized("Begin on the first machine."),
        discussion: Help.localized(
            """
            Examples:
              wallet sync set-up folder ~/Sync
              wallet sync set-up server https://sync.example.org
            """),
        subcommands: [SyncSetUpFolderCommand.self, SyncSetUpServerCommand.self])
}

/// `wallet sync set-up folder`.
struct SyncSetUpFolderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: Help.localized(
            "Keep the data in a folder that something carries to other machines."),
        discussion: Help.localized(
            """
            The folder must exist. Each machine writes only to a folder of its own in it, so file \
            syncers find no conflicts.

            Examples:
              wallet sync set-up folder ~/Sync
              wallet sync set-up folder /media/stick --name desk
            """))

    @Argument(help: .localized("The folder."), completion: .directory)
    var path: String

    @OptionGroup var device: DeviceNameOption

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let path = FilePath.absolute(path)
        try await session.sync.setUpSync(at: path, device: try device.checked())
        session.say(.syncSetUp, ["place": path])
        try await session.sayWhatWaits()
        try await session.writeSyncStatus(output)
    }
}

/// `wallet sync set-up server`.
struct SyncSetUpServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: Help.localized("Keep the data on a sync server."),
        discussion: Help.localized(
            """
            The server is wallet-sync. There is no account: each machine signs what it asks for by a key \
            of its own. Where a server accepts new vaults by invitation only, its operator gives you a code, \
            which is asked for.

            Examples:
              wallet sync set-up server https://sync.example.org
              wallet sync set-up server https://sync.example.org --invite-file code.txt
              wallet sync set-up server http://127.0.0.1:8090 --name desk
            """))

    @Argument(help: .localized("The address of the server."))
    var address: String

    @Option(
        help: .localized(
            """
            Read the code of the server's operator from this file, which has one line; "-" is standard input.
            """),
        completion: .file())
    var inviteFile: String?

    @OptionGroup var device: DeviceNameOption

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        guard SyncPlaces.isServer(address) else {
            throw ValidationError.localized("The address of a server begins with https://.")
        }
        try await setUp(session, as: try device.checked())
        session.say(.syncSetUp, ["place": address])
        if SyncPlaces.isUnencrypted(address) {
            session.say(.syncUnencrypted, ["place": address], tone: .caution)
        }
        try await session.sayWhatWaits()
        try await session.writeSyncStatus(output)
    }

    /// Sets sync up, by the code of the operator where the server wants one.
    private func setUp(_ session: CommandSession, as name: String) async throws {
        let code = try inviteFile.map { try SecretFile.firstLine(of: $0) }
        do {
            try await session.sync.setUpSync(at: address, invitation: code, device: name)
        } catch let error as any ExplainedError where error.code == .syncUninvited {
            guard let code = await session.ask(session.localizer(SyncText.operatorCode)) else {
                throw error
            }
            try await session.sync.setUpSync(at: address, invitation: code, device: name)
        }
    }
}

/// A problem, as JSON.
struct FindingDocument: Encodable {
    let subject: String
    let message: String
    let remedy: String

    init(_ finding: SyncFinding) {
        (subject, message) = (finding.subject, "\(finding.message)")
        remedy = "\(finding.remedy)"
    }
}

/// What the person calls this machine.
struct DeviceNameOption: ParsableArguments {
    @Option(help: .localized("What to call this machine; its host name when left out."))
    var name: String?

    /// The given name, or that of the host.
    ///
    /// - Throws: `ValidationError` for a name that is empty, too long, or has control characters.
    func checked() throws -> String {
        let name = name ?? HostName.current
        guard !name.isEmpty, name.utf8.count <= HostName.limit, !HarmlessText.isNeeded(for: name)
        else {
            throw ValidationError.localized(
                "The name of a machine has 1 to 60 bytes and no control characters.")
        }
        return name
    }
}

extension CommandSession {
    /// What keeps the vault in step with other machines.
    var sync: any VaultSyncing { container[.sync] }

    /// Writes how this machine stands with the others, if a form for programs was asked for.
    func writeSyncStatus(_ output: OutputOptions) async throws {
        if output.json || output.plain { try output.write(try await sync.syncStatus()) }
    }

    /// Says what could not be handed over yet, and why.
    func sayWhatWaits() async throws {
        let status = try await sync.syncStatus()
        guard let problem = status.problem else { return }
        let words = Sentence(joining: [problem, status.remedy ?? ""])
        say(localizer.text(of: words), tone: .caution)
    }

    /// Runs something that exchanges changes, and shows that it does.
    func synchronizing<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await working(localizer(SyncText.isWorking)) { report in
            report(0, nil)
            return try await body()
        }
    }

    /// Prints problems, each with its remedy.
    func say(_ findings: [SyncFinding]) {
        for finding in findings {
            let words = [finding.message, finding.remedy].map { localizer.text(of: $0) }
            say(
                "\(HarmlessText.line(finding.subject)): \(words.joined(separator: " "))",
                tone: .critical)
        }
    }
}
