import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI

/// `wallet doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: Help.localized(
            "Look at what Wallet needs on this machine, and say what to fix."),
        discussion: Help.localized(
            """
            Asks for no passphrase and changes nothing. The exit status is 1 when there is a \
            problem. With --plain each line has status, name, finding and remedy.

            With --bug-report it prints, in English, what to put into a report of a defect: versions, \
            the findings, and the size of the vault in powers of two. Nothing of it is from inside \
            of the vault, your folders and name are left out, and it is sent nowhere. Read it before \
            you pass it on.

            Examples:
              wallet doctor
              wallet doctor --json
              wallet doctor --bug-report
            """))

    @Flag(help: .localized("Print what to put into a report of a defect."))
    var bugReport = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if bugReport, output.json || output.plain {
            throw ValidationError.localized(
                "--bug-report cannot be combined with --json or --plain.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        if bugReport {
            return try StandardOutput.write(await BugReport(session.container).text())
        }
        let findings = await Doctor(session.container).findings()
        func say(_ sentence: Sentence) -> String { session.localizer.text(of: sentence) }
        try output.write(
            json: DoctorDocument(checks: findings.map(DoctorDocument.Check.init)),
            plain: findings.map {
                [$0.status.rawValue, $0.name.rawValue, say($0.detail), say($0.remedy)]
            }, text: text(findings, say))
        if findings.contains(where: { $0.status == .problem }) {
            throw ExitCode(ExitStatus.failure.rawValue)
        }
    }

    private func text(_ findings: [DoctorFinding], _ say: (Sentence) -> String) -> String {
        TextTable(
            values: findings.map { finding in
                let lines = [say(finding.detail), say(finding.remedy)].filter { !$0.isEmpty }
                return [
                    say(finding.status.word), finding.name.rawValue,
                    lines.map(HarmlessText.line).joined(separator: "\n"),
                ]
            }
        ).text
    }
}

/// The findings as JSON, in English.
private struct DoctorDocument: Encodable {
    struct Check: Encodable {
        let name: DoctorFinding.Subject
        let status: DoctorFinding.Status
        let detail: String
        let remedy: String?

        init(_ finding: DoctorFinding) {
            name = finding.name
            status = finding.status
            detail = "\(finding.detail)"
            remedy = finding.remedy.isEmpty ? nil : "\(finding.remedy)"
        }
    }

    let checks: [Check]
}
