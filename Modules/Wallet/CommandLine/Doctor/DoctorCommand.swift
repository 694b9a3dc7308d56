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
        let findings = Doctor(session.container).findings()
        func say(_ sentence: Sentence) -> String { session.localizer.text(of: sentence) }
        if output.json {
            try Output.json(DoctorDocument(checks: findings.map(DoctorDocument.Check.init)))
        } else if output.plain {
            try Output.plain(
                findings.map {
                    [$0.status.rawValue, $0.name.rawValue, say($0.detail), say($0.remedy)]
                })
        } else {
            try StandardOutput.write(text(findings, say))
        }
        if findings.contains(where: { $0.status == .problem }) {
            throw ExitCode(ExitStatus.failure.rawValue)
        }
    }

    private func text(_ findings: [DoctorFinding], _ say: (Sentence) -> String) -> String {
        let words = DoctorFinding.Status.allCases.map { say($0.word).count }.max() ?? 0
        let names = findings.map(\.name.rawValue.count).max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count) + 2)
        }
        return findings.map { finding in
            let line =
                padded(say(finding.status.word), words) + padded(finding.name.rawValue, names)
                + HarmlessText.line(say(finding.detail))
            let remedy = HarmlessText.line(say(finding.remedy))
            let indent = String(repeating: " ", count: words + names + 4)
            return remedy.isEmpty ? line + "\n" : line + "\n" + indent + remedy + "\n"
        }.joined()
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
