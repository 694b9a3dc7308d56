import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletAgentClient
import WalletAgentMessages

/// `wallet agent`.
struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: Help.localized("Look at the agent that holds the unlocked vault, or end it."),
        discussion: Help.localized(
            """
            The agent starts by itself when needed, and ends when all is locked and no program uses it.

            Examples:
              wallet agent status
              wallet agent stop
            """),
        subcommands: [AgentStatusCommand.self, AgentStopCommand.self])
}

/// `wallet agent status`.
struct AgentStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: Help.localized("Show whether the agent runs, and what it holds open."),
        discussion: Help.localized(
            """
            The exit status is 1 when no agent runs. With --plain each line has the path of a vault, \
            "unlocked" or "locked", and the seconds until it locks without use.

            Examples:
              wallet agent status
              wallet agent status --json
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        let client = session.container[.application].executable
        guard let report = try await AgentRemote.report(client: client) else {
            if output.json {
                try Output.json(AgentDocument())
            } else if !output.plain {
                session.say(.agentMissing, tone: .neutral)
            }
            throw ExitCode(ExitStatus.failure.rawValue)
        }
        let records = report.vaults.map { vault in
            [
                vault.path, vault.isUnlocked ? "unlocked" : "locked",
                vault.remaining.map { "\($0)" } ?? "",
            ]
        }
        try output.write(
            json: AgentDocument(report), plain: records, text: text(of: report, session.localizer))
    }

    private func text(of report: AgentReport, _ localizer: Localizer) -> String {
        let head = localizer(
            CommandText.agentRunning,
            [
                "version": report.version, "process": "\(report.process)",
                "clients": localizer.number(report.clients),
            ])
        let rows = report.vaults.map { vault in
            [
                vault.path,
                localizer(vault.isUnlocked ? CommandText.agentUnlocked : .agentLocked),
                vault.remaining.map {
                    localizer(CommandText.agentRemaining, ["seconds": localizer.number($0)])
                } ?? "",
            ]
        }
        return head + "\n" + (rows.isEmpty ? "" : TextTable(rows).text)
    }
}

/// `wallet agent stop`.
struct AgentStopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: Help.localized("Lock all vaults that the agent holds, and end it."),
        discussion: Help.localized(
            """
            It also ends an agent of another version. The next command that needs one starts it again.

            Examples:
              wallet agent stop
            """))

    func run() async throws {
        let session = try CommandSession.current
        let wasThere = try AgentRemote.stop()
        session.say(
            wasThere ? .agentStopped : .agentMissing,
            tone: wasThere ? .positive : .neutral)
    }
}

/// The agent as JSON.
private struct AgentDocument: Encodable {
    struct VaultDocument: Encodable {
        let path: String
        let unlocked: Bool
        let secondsToLock: Int?
    }

    var running = false
    var version: String?
    var process: Int?
    var clients = 0
    var vaults: [VaultDocument] = []

    init() {}

    init(_ report: AgentReport) {
        running = true
        version = report.version
        process = report.process
        clients = report.clients
        vaults = report.vaults.map {
            VaultDocument(
                path: $0.path, unlocked: $0.isUnlocked, secondsToLock: $0.remaining)
        }
    }
}
