import Foundation
import TestSupport
import Testing

@Suite("Help, manual and completion")
struct HelpTests {
    /// A command as ArgumentParser describes it to tools.
    private struct Command: Decodable {
        struct Tool: Decodable { let command: Command }

        let commandName: String
        let discussion: String?
        let subcommands: [Command]?

        /// The commands without those that belong to them, with their names in front.
        func leaves(_ names: [String] = []) -> [(names: [String], discussion: String)] {
            let names = names + [commandName]
            guard let subcommands, !subcommands.isEmpty else { return [(names, discussion ?? "")] }
            return subcommands.filter { $0.commandName != "help" }.flatMap { $0.leaves(names) }
        }
    }

    @Test("Every command has examples, which name the command that they are of")
    func examples() async throws {
        let fixture = try CommandFixture("wallet")
        let dump = try await fixture.bare(["--experimental-dump-help"])
        let root = try JSONDecoder().decode(Command.Tool.self, from: Data(dump.output.utf8)).command
        let leaves = root.leaves()
        #expect(leaves.count > 15)
        for (names, discussion) in leaves {
            let command = names.joined(separator: " ")
            let examples = discussion.components(separatedBy: "Examples:\n").dropFirst().first ?? ""
            #expect(examples.contains("  \(command)"), "\(command) has no example of itself")
        }
    }

    @Test(
        "The manual page has every command and is free of mistakes",
        arguments: ["wallet", "wallet-headless"])
    func manual(executable: String) async throws {
        let fixture = try CommandFixture(executable)
        let page = try await fixture.bare(["--manual"])
        #expect(page.status == 0)
        try fixture.folder.write(page.output, to: "page.1")
        let lint = try await fixture.shell("mandoc -Tlint -Wall page.1")
        #expect(lint.output == "")
        #expect(lint.status == 0)
        let groff = try await fixture.shell("groff -mdoc -ww -K utf8 -T utf8 page.1 > /dev/null")
        #expect(groff.errors == "")
        let text = try await fixture.shell("mandoc -Tutf8 page.1 | col -bx")
        for part in [
            "\(executable) vault backup", "WALLET_HOME", "~/.local/share/wallet/vault.db",
            "EXIT STATUS", "FILES", "--passphrase-file FILE",
        ] {
            #expect(text.output.contains(part), "\(part)")
        }
    }

    @Test("The scripts for completion are right in each shell, and offer commands")
    func completionScripts() async throws {
        let fixture = try CommandFixture("wallet")
        for shell in ["bash", "zsh", "fish"] {
            let script = try await fixture.bare(["--generate-completion-script", shell])
            try fixture.folder.write(script.output, to: "script.\(shell)")
            #expect(try await fixture.shell("\(shell) -n script.\(shell)").status == 0, "\(shell)")
        }
        let bash = try await fixture.shell(
            """
            source script.bash
            COMP_WORDS=(wallet vault ba); COMP_CWORD=2; COMP_LINE="wallet vault ba"; COMP_POINT=15
            _wallet wallet ba vault
            echo "${COMPREPLY[@]}"
            """)
        #expect(bash.output == "backup\n")
        let fish = try await fixture.shell(
            "fish --no-config -c 'source script.fish; complete -C \"wallet vault rec\"'")
        #expect(fish.output.contains("recovery-code"))
    }

    @Test("A locked vault offers no names, asks nobody, and makes nothing")
    func lockedCompletion() async throws {
        let fixture = try await CommandFixture.make("wallet")
        _ = try await fixture.run("add", "--title", "Bank", "--generate", "20")
        let environment = ["SAP_SHELL": "bash"]
        let result = try await fixture.bare(
            ["---completion", "show", "--", "positional@0", "2", "2", "wallet", "show", "Ba"],
            environment: environment)
        #expect(result.status == 0)
        #expect(result.output.trimmingCharacters(in: .newlines) == "")
        #expect(result.errors == "")
        let empty = try CommandFixture("wallet")
        let nothing = try await empty.bare(
            ["---completion", "show", "--", "positional@0", "2", "0", "wallet", "show", ""],
            environment: environment)
        #expect(nothing.status == 0)
        #expect(!FileManager.default.fileExists(atPath: empty.path("home/vault.db")))
    }

    @Test("A mistyped command or option comes with the one that was meant")
    func suggestions() async throws {
        let fixture = try CommandFixture("wallet")
        for (arguments, meant) in [
            (["lsit"], "\"list\""), (["vault", "bakcup"], "\"backup\""),
            (["list", "--jsno"], "--json"), (["vault", "slots", "lst"], "\"list\""),
            (["list", "--vualt", "x"], "--vault"), (["help", "shwo"], "\"show\""),
            (["help", "vault", "bakcup"], "\"backup\""),
            (["edit", "X", "--titel", "y"], "--title"),
            (["--langauge", "pt-BR", "list"], "--language"),
            (["list", "--langauge=pt-BR"], "--language"), (["show", "--reveel"], "--reveal"),
        ] {
            let result = try await fixture.bare(arguments)
            #expect(result.status == 64, "\(arguments)")
            #expect(result.errors.contains("Did you mean"), "\(arguments)")
            #expect(result.errors.contains(meant), "\(arguments)")
        }
    }

    @Test("An option that nothing resembles is named before anything else that is wrong")
    func unknownOption() async throws {
        let fixture = try CommandFixture("wallet")
        for arguments in [["edit", "X", "--bogus"], ["add", "--bogus"], ["list", "--bogus=1"]] {
            let result = try await fixture.bare(arguments)
            #expect(result.status == 64, "\(arguments)")
            #expect(
                result.errors.hasPrefix("error: wallet \(arguments[0]) has no option --bogus."),
                "\(result.errors)")
        }
        for arguments in [["help", "help"], ["help", "show"], ["help", "vault", "backup"]] {
            #expect(try await fixture.bare(arguments).status == 0, "\(arguments)")
        }
    }
}
