import ArgumentParser
import FoundationEssentials
import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletAudit
import WalletVault

/// `wallet audit`.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: Help.localized(
            "Find weak, reused, old and known passwords, copies, expired cards, useless addresses."),
        discussion: Help.localized(
            """
            Nothing leaves this machine. With --breaches passwords are looked up in a copy of Pwned \
            Passwords: a file of HASH:COUNT lines sorted by SHA-1 hash, or a folder of range files. \
            With --plain each line has problem, location, title, user name and number: the bits of \
            a weak password, how many share a reused one or are copies, how often attackers have \
            seen it, since when it is old or expired, or the address.

            The exit status is 0 when there is nothing to fix, and 1 when there is something.

            Examples:
              wallet audit
              wallet audit --older-than 365 --plain
              wallet audit --breaches pwned-passwords.txt --json
            """))

    private static let shownItems = 20

    @Option(
        help: .localized("A file or folder with passwords that attackers know."),
        completion: .file())
    var breaches: String?

    @Option(help: .localized("After how many days a password is old; 730 unless given."))
    var olderThan = AuditOptions.standardAge

    @OptionGroup var output: OutputOptions

    func validate() throws {
        let ages = AuditOptions.allowedAges
        if !ages.contains(olderThan) {
            throw ValidationError.localized(
                "--older-than takes a number from \(ages.lowerBound) to \(ages.upperBound).")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let report = try await audit(vault, session)
        if output.json {
            try writeJSON(report)
        } else if output.plain {
            try writePlain(report)
        } else {
            try writeText(report, session.localizer)
        }
        if !report.items.isEmpty { throw ExitCode(ExitStatus.failure.rawValue) }
    }

    private func audit(_ vault: any Vault, _ session: CommandSession) async throws -> AuditReport {
        let clock = session.container[.clock]
        let options = AuditOptions(oldAfterDays: olderThan, breaches: breaches)
        return try await session.working(session.localizer(AuditText.running)) { report in
            try await Auditor(vault: vault, now: { clock.now() }).run(options) {
                report($0.completed, $0.total)
            }
        }
    }

    private func writeText(_ report: AuditReport, _ localizer: Localizer) throws {
        var text = localizer(AuditText.checked, count: report.checked)
        text += " \(AuditText.conclusion(of: report, localizer))\n"
        for problem in report.problems {
            guard let count = report.counts[problem] else { continue }
            let title = AuditText.title(of: problem, localizer)
            text += "\n\(title): \(localizer.number(count))\n"
            let rows = report.items(with: problem, in: 0..<Self.shownItems).map { item in
                [
                    "  \(item.title)", item.userName,
                    AuditText.detail(of: problem, in: item, localizer),
                ]
            }
            text += TextTable(rows).text
            if count > Self.shownItems {
                let more = count - Self.shownItems
                text += "  \(localizer(CommandText.auditMore, count: more))\n"
            }
        }
        try StandardOutput.write(text)
    }

    private func writePlain(_ report: AuditReport) throws {
        for problem in report.problems {
            try Output.plain(
                report.items(with: problem).lazy.map { item in
                    [
                        problem.rawValue, "\(item.kind.route.location(item.id))", item.title,
                        item.userName,
                        number(of: problem, in: item),
                    ]
                })
        }
    }

    private func number(of problem: AuditProblem, in item: AuditedItem) -> String {
        switch problem {
        case .breached: item.breached.map { "\($0)" } ?? ""
        case .reused: item.reused.map { "\($0.count)" } ?? ""
        case .weak: item.weak.map { "\(Int($0.bits))" } ?? ""
        case .duplicated: item.duplicated.map { "\($0.count)" } ?? ""
        case .old: item.old?.internetDate ?? ""
        case .expired: item.expired?.description ?? ""
        case .unmatched: item.unmatched ?? ""
        }
    }

    /// Item by item: there may be as many as the vault has.
    private func writeJSON(_ report: AuditReport) throws {
        let counts = Dictionary(
            uniqueKeysWithValues: report.problems.map { ($0.rawValue, report.counts[$0] ?? 0) })
        let head = try JSONEncoder.readable(AuditHead(checked: report.checked, counts: counts))
        // The members of the head, without its brace at the end.
        try StandardOutput.write(
            "{\n  \"formatVersion\" : \(Output.formatVersion),"
                + head.dropFirst().dropLast(2) + ",\n  \"items\" : [")
        var text = ""
        for (index, item) in report.items.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            text += Output.indented(try JSONEncoder.readable(AuditedDocument(item)))
            if text.utf8.count > 65_536 {
                try StandardOutput.write(text)
                text = ""
            }
        }
        try StandardOutput.write(text + (report.items.isEmpty ? "]\n}\n" : "\n  ]\n}\n"))
    }
}

/// The result of an audit, as JSON.
private struct AuditHead: Encodable {
    let checked: Int
    let counts: [String: Int]
}

/// An item with problems as JSON; what it does not have is absent.
private struct AuditedDocument: Encodable {
    let location: String
    let kind: String
    let title: String
    let userName: String
    let problems: [AuditProblem]
    let strengthBits: Int?
    let reuseGroup: Int?
    let breachCount: Int?
    let passwordChanged: String?
    let copyGroup: Int?
    let expiry: String?
    let uselessSite: String?

    init(_ item: AuditedItem) {
        location = "\(item.kind.route.location(item.id))"
        kind = item.kind.rawValue
        title = item.title
        userName = item.userName
        problems = item.problems
        strengthBits = item.weak.map { Int($0.bits) }
        reuseGroup = item.reused?.number
        breachCount = item.breached
        passwordChanged = item.old?.internetDate
        copyGroup = item.duplicated?.number
        expiry = item.expired?.description
        uselessSite = item.unmatched
    }
}
