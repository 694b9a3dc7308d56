import Foundation
import TestSupport
import Testing

@Suite("Completion of the names of items")
struct CompletionTests {
    private static let titles = [
        "Git Hub", "Gitea", "$(touch pwned)`touch pwned`", "It's \"me\": *",
    ]

    /// A home with an agent of its own, which ends with the test.
    private func withAgent(
        _ body: (CommandFixture, [String: String]) async throws -> Void
    ) async throws {
        let fixture = try await CommandFixture.make("wallet")
        for title in Self.titles {
            _ = try await fixture.run(
                "add", "--title", title, "--generate", "20", "--tag", "Work", "--tag", title)
        }
        try FileManager.default.createDirectory(
            atPath: fixture.path("run"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let environment = [
            "WALLET_AGENT": "on", "XDG_RUNTIME_DIR": fixture.path("run"),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(fixture.path("no-bus"))",
        ]
        do {
            try await body(fixture, environment)
        } catch {
            _ = try await fixture.bare(["agent", "stop"], environment: environment)
            throw error
        }
        _ = try await fixture.bare(["agent", "stop"], environment: environment)
    }

    private func candidates(
        _ prefix: String, _ fixture: CommandFixture, _ environment: [String: String]
    ) async throws -> Set<String> {
        try await offered(
            ["show", "--", "positional@0", "2", "\(prefix.count)", "wallet", "show", prefix],
            fixture,
            environment)
    }

    /// What the program offers to a shell.
    private func offered(
        _ question: [String], _ fixture: CommandFixture, _ environment: [String: String]
    ) async throws -> Set<String> {
        let result = try await fixture.bare(["---completion"] + question, environment: environment)
        #expect(result.status == 0)
        #expect(result.errors == "")
        return Set(
            result.output.split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }.filter { !$0.isEmpty })
    }

    @Test("An agent that has the vault open gives titles; one that is locked, or not there, none")
    func throughTheAgent() async throws {
        try await withAgent { fixture, environment in
            #expect(try await candidates("", fixture, environment).isEmpty)
            let socket = fixture.path("run/wallet/agent.sock")
            #expect(!FileManager.default.fileExists(atPath: socket), "Tab started an agent")
            let unlocked = try await fixture.bare(
                ["unlock", "--passphrase-file", fixture.path("passphrase")],
                environment: environment)
            #expect(unlocked.status == 0)
            #expect(try await candidates("", fixture, environment) == Set(Self.titles))
            #expect(try await candidates("gi", fixture, environment) == ["Git Hub", "Gitea"])
            #expect(try await candidates("Git\\ ", fixture, environment) == ["Git Hub"])
            #expect(try await candidates("nothing", fixture, environment).isEmpty)
            #expect(try await fixture.bare(["lock"], environment: environment).status == 0)
            #expect(try await candidates("", fixture, environment).isEmpty)
        }
    }

    @Test("Tags are offered where a tag is expected", arguments: ["list", "edit"])
    func tags(command: String) async throws {
        try await withAgent { fixture, environment in
            let unlocked = try await fixture.bare(
                ["unlock", "--passphrase-file", fixture.path("passphrase")],
                environment: environment)
            #expect(unlocked.status == 0)
            let question = [
                command, "--", "--tag", "3", "1", "wallet", command, "--tag", "w",
            ]
            #expect(try await offered(question, fixture, environment) == ["Work"])
        }
    }

    @Test("bash offers titles as they are, and runs nothing that stands in them")
    func bash() async throws {
        try await withAgent { fixture, environment in
            _ = try await fixture.bare(
                ["unlock", "--passphrase-file", fixture.path("passphrase")],
                environment: environment)
            let script = try await fixture.bare(["--generate-completion-script", "bash"])
            try fixture.folder.write(script.output, to: "script.bash")
            let exports = environment.map { "export \($0)='\($1)'" }.joined(separator: "\n")
            let result = try await fixture.shell(
                """
                \(exports)
                source script.bash
                COMP_WORDS=(wallet show ''); COMP_CWORD=2; COMP_LINE="wallet show "; COMP_POINT=12
                _wallet wallet '' show
                printf '%s\\n' "${COMPREPLY[@]}"
                """)
            let offered = Set(result.output.split(separator: "\n").map(String.init))
            #expect(offered.isSuperset(of: Self.titles), "\(offered)")
            #expect(!FileManager.default.fileExists(atPath: fixture.path("pwned")))
        }
    }
}
