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
            the same. Whoever keeps the data learns no item, and cannot change or drop anything \
            unnoticed. While the vault is unlocked, the agent exchanges changes by itself.

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
            SyncCheckCommand.self, SyncLeaveCommand.self,
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

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let path = FilePath.absolute(path)
        try await session.sync.setUpSync(at: path, device: try device.checked())
        session.say(.syncSetUp, ["place": path])
    }
}

/// `wallet sync set-up server`.
struct SyncSetUpServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: Help.localized("Keep the data on a sync server."),
        discussion: Help.localized(
            """
            The server is wallet-sync. There is no account: each machine signs what it asks for by a key \
            of its own.

            Examples:
              wallet sync set-up server https://sync.example.org
              wallet sync set-up server http://127.0.0.1:8090 --name desk
            """))

    @Argument(help: .localized("The address of the server."))
    var address: String

    @OptionGroup var device: DeviceNameOption

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        guard SyncPlaces.isServer(address) else {
            throw ValidationError.localized("The address of a server begins with https://.")
        }
        try await session.sync.setUpSync(at: address, device: try device.checked())
        session.say(.syncSetUp, ["place": address])
    }
}

/// `wallet sync now`.
struct SyncNowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: Help.localized("Exchange changes with the other machines now."),
        discussion: Help.localized(
            """
            The exit status is 1 when something is wrong with what other machines left, and 75 when \
            something that another machine has changed has not arrived yet.

            Examples:
              wallet sync now
              wallet sync now --json
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let outcome = try await session.synchronizing { try await session.sync.synchronize() }
        try output.write(
            json: OutcomeDocument(outcome),
            plain: [["\(outcome.sent)", "\(outcome.received)", "\(outcome.itemCount)"]], text: "")
        if !output.json, !output.plain { say(outcome, session) }
        session.say(outcome.problems)
        try Self.end(isWrong: !outcome.problems.isEmpty, isBehind: !outcome.missing.isEmpty)
    }

    /// Ends the process with a status of its own when something is wrong, or has not arrived.
    static func end(isWrong: Bool, isBehind: Bool) throws {
        if isWrong { throw ExitCode(ExitStatus.failure.rawValue) }
        if isBehind { throw ExitCode(ExitStatus.tryLater.rawValue) }
    }

    private func say(_ outcome: SyncOutcome, _ session: CommandSession) {
        let sent = ["sent": session.localizer.number(outcome.sent)]
        session.say(session.localizer(SyncText.synchronized, count: outcome.itemCount, sent))
        for remark in outcome.remarks(session.localizer, name: HarmlessText.line) {
            session.say(remark.text, tone: remark.tone)
        }
    }

    private struct OutcomeDocument: Encodable {
        let sent: Int
        let received: Int
        let items: Int
        let waiting: [String]
        let missing: [MissingDocument]
        let ahead: [String]
        let refused: [String]
        let caughtUp: [String]
        let problems: [FindingDocument]

        init(_ outcome: SyncOutcome) {
            (sent, received, items) = (outcome.sent, outcome.received, outcome.itemCount)
            (waiting, ahead) = (outcome.waiting, outcome.ahead)
            (refused, caughtUp) = (outcome.refused, outcome.caughtUp)
            missing = outcome.missing.map(MissingDocument.init)
            problems = outcome.problems.map(FindingDocument.init)
        }
    }
}

/// `wallet sync check`.
struct SyncCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: Help.localized("Compare the vault with what the other machines have."),
        discussion: Help.localized(
            """
            The items are compared with what has arrived where the data is kept; what other machines have \
            not handed over yet is not known. The exit status is 1 when something differs, and 75 when \
            something has not arrived.

            Examples:
              wallet sync check
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let check = try await session.working(.checking) { try await session.sync.checkSync() }
        try output.write(
            json: CheckDocument(check),
            plain: check.findings.map { [$0.subject, "\($0.message)"] }, text: "")
        if !output.json, !output.plain {
            session.say(check.findings)
            for missing in check.missing {
                let text = missing.text(session.localizer, name: HarmlessText.line)
                session.say(text, tone: .caution)
            }
            if check.findings.isEmpty { session.say(.syncSame, count: check.itemCount) }
            for machine in check.acknowledgements { say(machine, session) }
        }
        try SyncNowCommand.end(
            isWrong: !check.findings.isEmpty, isBehind: !check.missing.isEmpty)
    }

    private func say(_ machine: SyncAcknowledgement, _ session: CommandSession) {
        let number = session.localizer.number
        session.say(
            .syncAcknowledged,
            [
                "device": HarmlessText.line(machine.device), "number": number(machine.known),
                "total": number(machine.total),
            ], tone: .neutral)
    }

    private struct CheckDocument: Encodable {
        struct Machine: Encodable {
            let id: String
            let name: String
            /// How many changes of this machine it has, as far as it has said.
            let known: Int
            let total: Int
        }

        let machines: [Machine]
        let items: Int
        let findings: [FindingDocument]
        let missing: [MissingDocument]

        init(_ check: SyncCheck) {
            items = check.itemCount
            missing = check.missing.map(MissingDocument.init)
            machines = check.acknowledgements.map { machine in
                Machine(
                    id: machine.id.description, name: machine.device, known: machine.known,
                    total: machine.total)
            }
            findings = check.findings.map(FindingDocument.init)
        }
    }
}

/// `wallet sync leave`.
struct SyncLeaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: Help.localized("Stop exchanging changes on this machine."),
        discussion: Help.localized(
            """
            The vault stays as it is, and so does what is kept for other machines; changes that were \
            not handed over stay here only.

            Examples:
              wallet sync leave
              wallet sync leave --yes
            """))

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let localizer = session.localizer
        try await session.confirm(
            localizer(SyncText.leaveTitle), localizer(CommandText.leaveMessage),
            localizer(CommandText.leaveConfirm), unless: yes)
        try await session.sync.leaveSync()
        session.say(localizer(SyncText.left))
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
