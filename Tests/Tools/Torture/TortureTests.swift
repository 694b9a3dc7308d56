import Foundation
import TestSupport
import Testing

@Suite("tools/torture", .serialized)
struct TortureTests {
    /// Runs the built tool.
    private func torture(_ words: String...) async throws -> Program.Result {
        try await torture(words)
    }

    private func torture(_ words: [String]) async throws -> Program.Result {
        try await Program(built: "torture", limit: Program.long).run(words)
    }

    /// The number behind a word in what was printed.
    private func number(_ word: String, in text: String) throws -> Int {
        let match = try #require(text.firstMatch(of: try Regex("\(word) ([0-9]+)")))
        return try #require(match.output[1].substring.flatMap { Int($0) })
    }

    /// Once each of what can go wrong with each command, but for stops: they take longest, and
    /// ``stops()`` and `InterruptionTests` have them.
    @Test("Kills, errors and losses of power lose nothing, whatever the command")
    func nothingIsLost() async throws {
        let commands = [
            "add", "init", "vault-restore", "vault-backup", "export-csv", "agent-edit",
        ]
        let faults = ["kill", "power", "anytime", "error", "read", "space", "full", "short"]
        let result = try await Program(built: "torture", limit: Program.long).run(
            ["--seed", "1", "--count", "\(commands.count * faults.count)", "--writers", "0"]
                + commands.flatMap { ["--command", $0] } + faults.flatMap { ["--fault", $0] })
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try number("Tried", in: result.output) > 40)
    }

    @Test("Five writers lose nothing, and none is told of an older copy")
    func writers() async throws {
        let result = try await torture(
            "--seed", "1", "--count", "0", "--writers", "5", "--writing", "5")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try number("s,", in: result.output) > 0)
    }

    @Test("Machines lose nothing while agents, servers and databases are killed")
    func machines() async throws {
        let kills = TestRun.isWhole ? 6 : 1
        let result = try await torture("--seed", "1", "--machines", "3", "--kills", "\(kills)")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.filter { $0.contains(" \(kills) kills") }.count == 3)
    }

    @Test("A program that syncs nothing loses something when the power fails, and that is found")
    func unsynced() async throws {
        let result = try await torture(
            "--unsynced", "--seed", "1", "--count", "20", "--command", "add", "--fault", "power",
            "--command", "edit")
        #expect(result.status == 1)
        #expect(result.output.contains("lost:"))
    }

    /// Programs of which `wallet` does something else first when something goes wrong, or otherwise.
    private func programs(
        doing script: String, if condition: String = #"-n "$TORTURE_FAULT""#
    ) throws -> TemporaryFolder {
        let programs = try TemporaryFolder()
        let real = Program.products
        try programs.write(
            """
            #!/bin/bash
            if [ \(condition) ]; then
                \(script)
            fi
            exec \(real)/wallet "$@"

            """, to: "wallet", permissions: 0o755)
        for name in ["wallet-agent", "wallet-credential", "wallet-sync"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(programs.path)/\(name)", withDestinationPath: "\(real)/\(name)")
        }
        return programs
    }

    @Test("A program that says that it has done what it has not is found out")
    func liar() async throws {
        let programs = try programs(doing: "head -c 1 home/vault.db >/dev/null; echo Done.; exit 0")
        let result = try await torture(
            "--programs", programs.path, "--count", "6", "--command", "add", "--fault", "short",
            "--fault", "space")
        #expect(result.status == 1)
        #expect(result.output.contains("Acknowledged, and not there"))
    }

    @Test("A change that a machine says it has made and has not is found out")
    func lyingMachine() async throws {
        let programs = try programs(doing: "echo Done.; exit 0", if: #"$1 = edit"#)
        let result = try await torture(
            "--programs", programs.path, "--machines", "2", "--kills", "2", "--through", "folder")
        #expect(result.status == 1)
        #expect(result.output.contains("lost: machine-1: the password"))
    }

    @Test("Of a command that was not done the error is told, and not what it was doing")
    func reasons() async throws {
        let programs = try programs(
            doing: "echo Exchanging changes >&2; echo error: Out of luck. >&2; exit 74",
            if: #"$1 = add -o $1 = edit"#)
        let result = try await torture(
            "--programs", programs.path, "--seed", "1", "--machines", "2", "--kills", "2",
            "--through", "folder")
        #expect(result.output.contains("times: status 74, “error: Out of luck.”"))
        #expect(!result.output.contains("Exchanging"))
    }

    @Test("A file that is there before it is complete is found where the program is stopped")
    func halfDone() async throws {
        let programs = try programs(
            doing: "echo name,url,username,password >out.csv; echo x,,,y >>out.csv; exit 0")
        let result = try await torture(
            "--programs", programs.path, "--command", "export-csv", "--fault", "stop")
        #expect(result.status == 1)
        #expect(result.output.contains("kill at stop 1: Neither before nor after: product"))
    }

    @Test("A restored vault leaves what it has replaced, and nothing with a similar name")
    func leftOver() async throws {
        let programs = try programs(doing: ": >home/vault.db.replaced-9-wal")
        let result = try await torture(
            "--programs", programs.path, "--count", "2", "--command", "vault-restore", "--fault",
            "short")
        #expect(result.status == 1)
        #expect(result.output.contains("left over: home/vault.db.replaced-9-wal"))
    }

    @Test("Wherever a change is cut off, nothing is half-done, and it can be done again")
    func stops() async throws {
        let others = ["--command", "agent-git-store", "--command", "vault-recovery-code"]
        let result = try await torture(
            ["--fault", "stop", "--command", "otp"] + (TestRun.isWhole ? others : []))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try number("Tried", in: result.output) > (TestRun.isWhole ? 120 : 10))
    }

    @Test("What tried nothing is no success")
    func nothing() async throws {
        let result = try await torture(
            "--count", "1", "--command", "list", "--fault", "kill", "--at", "100000")
        #expect(result.status == 1)
        #expect(result.output.contains("Nothing was tried."))
    }

    @Test("What is not known is refused before anything is done")
    func unknown() async throws {
        let result = try await torture("--comand", "add")
        #expect(result.status == 64)
        #expect(result.errors.contains("'--comand' is not known here"))
        #expect(try await torture("--command", "ad").status == 64)
        #expect(try await torture("--help").output.hasPrefix("Usage: tools/torture/run"))
    }
}
