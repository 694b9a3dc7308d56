import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens

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
        let clocks: [ClockDocument]
        let refused: [String]
        let caughtUp: [String]
        let problems: [FindingDocument]

        init(_ outcome: SyncOutcome) {
            (sent, received, items) = (outcome.sent, outcome.received, outcome.itemCount)
            (refused, caughtUp) = (outcome.refused, outcome.caughtUp)
            waiting = outcome.waiting
            clocks = outcome.clocks.map(ClockDocument.init)
            missing = outcome.missing.map(MissingDocument.init)
            problems = outcome.problems.map(FindingDocument.init)
        }
    }
}
