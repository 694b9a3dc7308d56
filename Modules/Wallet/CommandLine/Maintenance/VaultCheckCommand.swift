import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet vault check`.
struct VaultCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: Help.localized("Verify every byte of the vault."),
        discussion: Help.localized(
            """
            Lists everything that is not as it was written, even when the vault no longer \
            opens. The exit status is 65 when there is something. Nothing is changed.

            Examples:
              wallet vault check
              wallet vault check --json
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        guard session.maintenance.exists else { throw WalletCommandError.vaultMissing }
        let report = try await session.withPassphrase { passphrase in
            try await session.working(.checking) {
                try await session.maintenance.check(passphrase: passphrase)
            }
        }
        let findings = report.findings.map { session.localizer.text(of: $0.sentence) }
        try output.write(
            json: ReportDocument(
                items: report.itemCount, clean: report.isClean,
                findings: report.findings.map {
                    .init(problem: $0.problem.rawValue, message: $0.description)
                }, elsewhere: report.awaited),
            plain: zip(report.findings, findings).map { [$0.problem.rawValue, $1] },
            text: findings.map { HarmlessText.line($0) + "\n" }.joined())
        session.sayElsewhere(report.awaited)
        guard report.isClean else {
            session.say(
                .checkFindings, count: findings.count,
                tone: .critical)
            throw ExitCode(ExitStatus.badData.rawValue)
        }
        session.say(.checkClean, count: report.itemCount)
    }
}

/// The result of a verification as JSON.
private struct ReportDocument: Encodable {
    struct Finding: Encodable {
        let problem: String
        let message: String
    }

    let items: Int
    let clean: Bool
    let findings: [Finding]
    /// Files whose content is on other machines.
    let elsewhere: [String]
}

/// `wallet vault recover`.
struct VaultRecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: Help.localized("Save what still opens of a damaged vault into a new one."),
        discussion: Help.localized(
            """
            The damaged file stays as it is, and the new vault has the same passphrase. Former \
            passwords and the trash are left behind.

            Examples:
              wallet vault recover saved.db --dry-run
              wallet vault recover saved.db
              wallet list --vault saved.db
            """))

    @Argument(
        help: .localized("The file of the new vault; it must not exist yet."), completion: .file())
    var file: String

    @Flag(name: [.customShort("n"), .long], help: .localized("Only show what would be saved."))
    var dryRun = false

    func run() async throws {
        let session = try CommandSession.current
        guard session.maintenance.exists else { throw WalletCommandError.vaultMissing }
        let target = FilePath.absolute(file)
        let (report, count) = try await session.withPassphrase { passphrase in
            try await session.working(.recovering) {
                dryRun
                    ? try await session.maintenance.salvageable(
                        passphrase: passphrase, to: target)
                    : try await session.maintenance.recover(passphrase: passphrase, to: target)
            }
        }
        let findings = report.findings.map { session.localizer.text(of: $0.sentence) }
        try StandardOutput.write(findings.map { HarmlessText.line($0) + "\n" }.joined())
        session.say(dryRun ? .wouldRecover : .recovered, count: count, ["file": file])
        session.sayElsewhere(report.awaited)
    }
}
