import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletSync
import WalletSyncScreens
import WalletVault

/// `wallet vault rekey`.
struct VaultRekeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: Help.localized("Give the vault a new key, and seal every item again."),
        discussion: Help.localized(
            """
            Use this when someone may have had the key itself, for example from the memory of a machine that was \
            left unlocked. Changing the passphrase is enough in all other cases.

            Only the given passphrase goes on to open the vault: the other passphrases and the \
            recovery code are not known here, and stop working. A verified backup is made first; it \
            and all older copies still open with what opens them now. Other programs that have the \
            vault open lock. Machines that keep the same vault take the new key when they exchange next; \
            a recovery sheet is void.

            Examples:
              wallet vault rekey --dry-run
              wallet vault rekey --recovery-code recovery.txt
              wallet vault rekey --no-recovery-code --yes
            """))

    @Option(help: .localized("Make a new recovery code, in this new file."), completion: .file())
    var recoveryCode: String?

    @Flag(help: .localized("Do without a recovery code from now on."))
    var noRecoveryCode = false

    @OptionGroup var caution: CautionOptions

    func validate() throws {
        if recoveryCode != nil, noRecoveryCode {
            throw ValidationError.localized(
                "--recovery-code and --no-recovery-code cannot be used together.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        try await session.vault.refresh()
        let isShared = try await session.sync.syncStatus().phase != .off
        try await session.withOwnVault { vault, passphrase in
            let kept = try await vault.slot(openedBy: passphrase)
            let lost = try await vault.slots().filter { $0.id != kept.id }
            guard
                caution.dryRun || recoveryCode != nil || noRecoveryCode
                    || !lost.contains(where: { $0.kind == .recoveryCode })
            else { throw WalletCommandError.recoveryCodeGoes }
            for slot in lost {
                session.say(
                    .rekeyLoses, ["slot": slot.text(session.localizer)],
                    tone: .caution)
            }
            if isShared { session.say(.rekeyShared, tone: .caution) }
            guard !caution.dryRun else {
                return session.say(.wouldRekey, tone: .neutral)
            }
            let localizer = session.localizer
            try await session.confirm(
                localizer(SyncText.keyTitle), localizer(CommandText.rekeyMessage),
                localizer(CommandText.rekeyConfirm), unless: caution.yes)
            try await rekey(vault, passphrase, session, isShared: isShared)
        }
    }

    private func rekey(
        _ vault: VaultManager, _ passphrase: SecretText, _ session: CommandSession, isShared: Bool
    ) async throws {
        // The file for the code comes first: without it nothing is changed.
        let secret = try recoveryCode.map { try SecretFile.create($0) }
        let code = isShared ? nil : secret.map { _ in RecoveryCode.make() }
        if let secret, let code { try secret.write(code) }
        var (count, isCompact): (Int?, Bool) = (nil, true)
        var awaited: [String] = []
        do {
            let backup = try await session.working(.backingUp) {
                try await session.maintenance.backup(
                    verifiedWith: passphrase, .rekeying, noting: { awaited = $0.awaited })
            }
            try StandardOutput.write(HarmlessText.line(backup) + "\n")
            if isShared {
                await vault.close()
                try await session.working(.rekeying) {
                    if session.vault.status != .unlocked {
                        try await session.vault.unlock(passphrase: passphrase)
                    }
                    try await session.sync.changeKey(KeyChange(passphrase))
                }
                if let secret { try secret.write(try await session.vault.makeRecoveryCode()) }
            } else {
                (count, isCompact) = try await session.working(.rekeying) {
                    try await vault.rekey(passphrase: passphrase, recoveryCode: code)
                }
            }
        } catch {
            secret?.discard()
            throw error
        }
        try secret?.finish()
        if let count {
            session.say(.rekeyed, count: count)
        } else {
            session.say(session.localizer(SyncText.keyChanged))
        }
        session.sayElsewhere(awaited)
        if let recoveryCode {
            session.say(.recoverySaved, ["file": recoveryCode])
        }
        if !isCompact {
            session.say(.rekeyTraces, tone: .caution)
        }
    }
}
