import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens
import WalletVault

/// `wallet sync invite`.
struct SyncInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: Help.localized("Make a code that lets another machine in."),
        discussion: Help.localized(
            """
            The code is good for ten minutes and one machine. It opens nothing without the passphrase of \
            the vault; give it to nobody else all the same. On a terminal it is there as a QR code, too.

            Examples:
              wallet sync invite
              wallet sync invite --json
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let code = try await session.synchronizing {
            try await session.sync.inviteDevice()
        }
        if output.json {
            try Output.json(CodeDocument(code: code.reveal()))
        } else {
            try StandardOutput.write(code)
            try StandardOutput.write("\n")
        }
        if !output.json, !output.plain, let columns = StandardOutput.terminalColumns,
            let lines = session.codeLines(of: code, columns: columns)
        {
            try StandardOutput.write("\n" + lines.joined(separator: "\n") + "\n\n")
        }
        session.say(.syncInvited, tone: .neutral)
    }

    private struct CodeDocument: Encodable {
        let code: String
    }
}

/// `wallet sync join`.
struct SyncJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: Help.localized("Take the vault of another machine, by its code."),
        discussion: Help.localized(
            """
            Asks for the code that "wallet sync invite" printed on the other machine, and for the \
            passphrase of the vault. A folder must have arrived here first. The other machine lets this \
            one in the next time it exchanges changes.

            When all machines are lost, --recovery brings the vault back from a recovery sheet: a new \
            passphrase is asked for, and this machine is in at once.

            Examples:
              wallet sync join
              wallet sync join --recovery sheet.txt
              wallet sync join --folder /media/stick
              wallet sync join --code-file code.txt --passphrase-file passphrase.txt
            """))

    @Option(
        help: .localized(
            "Read the code from this file, which has one line; \"-\" is standard input."),
        completion: .file())
    var codeFile: String?

    @Option(
        help: .localized("Where the shared folder is on this machine."), completion: .directory)
    var folder: String?

    @Option(
        help: .localized("Use the recovery sheet in this file; \"-\" is standard input."),
        completion: .file())
    var recovery: String?

    @OptionGroup var device: DeviceNameOption

    @OptionGroup var newPassphrase: NewPassphraseOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if recovery != nil, codeFile != nil {
            throw ValidationError.localized("--recovery and --code-file cannot be used together.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let name = try device.checked()
        if let recovery { return try await recover(from: recovery, as: name, session) }
        let code = try await code(session)
        try await session.withPassphrase { passphrase in
            try await session.synchronizing {
                try await session.sync.joinSync(
                    code, folder: folder.map(FilePath.absolute), passphrase: passphrase,
                    device: name)
                try await waitForServer(session.sync)
            }
        }
        let isIn = try await session.sync.syncStatus().isIn
        session.say(isIn ? .syncJoinedIn : .syncJoined)
        try await session.writeSyncStatus(output)
    }

    /// Waits a moment for what a server has: it gives that once the other machine has let this one in, which
    /// it does at once where its agent is running.
    private func waitForServer(_ sync: any VaultSyncing) async throws {
        for _ in 0..<20 {
            let status = try await sync.syncStatus()
            // The agent may be exchanging changes already; its exchange has to end as well.
            guard [.waiting, .working].contains(status.phase),
                status.place.map(SyncPlaces.isServer) == true
            else { return }
            if !status.isIn { try await Task.sleep(for: .milliseconds(500)) }
            _ = try await sync.synchronize()
        }
    }

    private func recover(
        from file: String, as name: String, _ session: CommandSession
    ) async throws {
        let sheet = try SecretFile.contents(of: file)
        let folder = folder.map(FilePath.absolute)
        func recover(_ passphrase: SecretText) async throws {
            try await session.synchronizing {
                try await session.sync.recoverSync(
                    sheet, folder: folder, passphrase: passphrase, device: name)
            }
        }
        try await session.vault.refresh()
        if session.vault.status == .missing {
            try await recover(try await newPassphrase.ask(session))
        } else {
            try await session.withPassphrase { try await recover($0) }
        }
        session.say(.syncRecovered)
        try await session.writeSyncStatus(output)
    }

    private func code(_ session: CommandSession) async throws -> SecretText {
        if let codeFile { return try SecretFile.firstLine(of: codeFile) }
        guard let code = await session.ask(session.localizer(SyncText.code)) else {
            throw WalletCommandError.noSyncCode
        }
        return code
    }
}
