import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens

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
