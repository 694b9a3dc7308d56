import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletVault

/// `wallet vault backup`.
struct VaultBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: Help.localized("Make an encrypted copy of the vault."),
        discussion: Help.localized(
            """
            Other programs may go on using the vault. The copy opens with the same passphrases; it \
            is opened and verified before it counts. Its path is printed. Without FILE it goes to \
            the folder with backups, where the oldest ones are removed when there are too many.

            Examples:
              wallet vault backup
              wallet vault backup --keep 30
              wallet vault backup /media/stick/vault.db
              wallet vault backup --list
            """))

    @Argument(
        help: .localized("The file of the copy; it must not exist yet."), completion: .file())
    var file: String?

    @Option(help: .localized("How many copies stay in the folder with backups."))
    var keep = BackupFolder.standardCount

    @Flag(help: .localized("List the copies in the folder with backups, the newest first."))
    var list = false

    @Flag(name: [.customShort("n"), .long], help: .localized("Only show what would be done."))
    var dryRun = false

    func validate() throws {
        if keep < 1 { throw ValidationError.localized("--keep takes a number from 1 upwards.") }
        if list, file != nil || dryRun {
            throw ValidationError.localized("--list cannot be combined with anything else.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let backups = session.maintenance.backups
        if list {
            return try StandardOutput.write(
                backups.files.map { HarmlessText.line($0) + "\n" }.joined())
        }
        guard session.maintenance.exists else { throw WalletCommandError.vaultMissing }
        let target = file.map(FilePath.absolute)
        guard !dryRun else {
            if let target { try session.maintenance.checkBackup(to: target) }
            session.say(.wouldBackUp, ["place": target ?? backups.path], tone: .neutral)
            for old in target == nil ? backups.wouldRemove(keeping: keep) : [] {
                session.say(.wouldDelete, ["file": old], tone: .neutral)
            }
            return
        }
        var awaited: [String] = []
        let path = try await session.withPassphrase { passphrase in
            try await session.working(.backingUp) {
                try await session.maintenance.backup(
                    to: target, verifiedWith: passphrase, keeping: keep,
                    noting: { awaited = $0.awaited })
            }
        }
        try StandardOutput.write(HarmlessText.line(path) + "\n")
        session.say(.backedUp)
        session.sayElsewhere(awaited)
    }
}

/// `wallet vault restore`.
struct VaultRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: Help.localized("Put a backup in the place of the vault."),
        discussion: Help.localized(
            """
            The backup is verified first. The present vault is kept under another name beside it, \
            which is printed; every program that has it open locks. The passphrase is that of the \
            backup.

            Examples:
              wallet vault restore "$(wallet vault backup --list | head -n 1)"
              wallet vault restore /media/stick/vault.db --dry-run
            """))

    @Argument(help: .localized("The backup."), completion: .file())
    var file: String

    @OptionGroup var caution: CautionOptions

    func run() async throws {
        let session = try CommandSession.current
        let maintenance = session.maintenance
        let source = FilePath.absolute(file)
        if try await maintenance.isAnotherVault(source) {
            session.say(
                .restoreOther, ["vault": maintenance.path],
                tone: .caution)
        }
        guard !caution.dryRun else {
            let count = try await session.withPassphrase { passphrase in
                try await session.working(.checking) {
                    try await maintenance.verify(backup: source, passphrase: passphrase)
                }
            }
            return session.say(
                .wouldRestore, count: count, ["vault": maintenance.path],
                tone: .neutral)
        }
        if maintenance.exists {
            try await session.confirm(
                .restoreTitle, .restoreMessage, .restoreConfirm, unless: caution.yes)
        }
        let former = try await session.withPassphrase { passphrase in
            try await session.working(.restoring) {
                try await maintenance.restore(from: source, passphrase: passphrase)
            }
        }
        if let former { try StandardOutput.write(HarmlessText.line(former) + "\n") }
        session.say(.restoredBackup)
        if let status = try? await session.sync.syncStatus(), status.phase != .off {
            session.say(.restoredSynced, tone: .caution)
        }
    }
}

/// `wallet vault accept-older-copy`.
struct VaultAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept-older-copy",
        abstract: Help.localized("Use the vault although this machine has seen a newer one."),
        discussion: Help.localized(
            """
            Do this after you have put an older copy in its place yourself. Wallet no \
            longer expects what only the newer one had.

            Examples:
              wallet vault accept-older-copy
            """))

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    func run() async throws {
        let session = try CommandSession.current
        guard session.maintenance.exists else { throw WalletCommandError.vaultMissing }
        try await session.confirm(.acceptTitle, .acceptMessage, .acceptConfirm, unless: yes)
        try await session.maintenance.manager().acceptOlderCopy()
        session.say(.accepted)
    }
}
