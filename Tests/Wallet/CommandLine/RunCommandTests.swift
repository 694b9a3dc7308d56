import Foundation
import TestSupport
import Testing

@Suite("wallet run and inject")
struct RunCommandTests {
    /// A home with a login "GitHub" of ada, and "a/b 100%" with a custom field.
    private func fixture() async throws -> CommandFixture {
        let fixture = try await CommandFixture.make(
            csv: """
                name,url,username,password
                GitHub,https://github.com,ada,s3cret$"x
                a/b 100%,https://example.com,bob,pa ss
                """)
        return fixture
    }

    @Test("Variables get what their references name, from arguments, files and the environment")
    func variables() async throws {
        let fixture = try await fixture()
        try fixture.folder.write(
            """
            # A comment
            export FILE=wallet://github.com/user-name\r
             QUOTED = "wallet://a%2Fb%20100%25/password"
            PLAIN='two words'
            EMPTY=
            """, to: "env", permissions: 0o600)
        let result = try await fixture.bare(
            [
                "run", "--passphrase-file", fixture.path("passphrase"),
                "--env", "TOKEN=wallet://GitHub", "--env-file", fixture.path("env"), "--",
                "sh", "-c",
                "printf '%s\\n' \"$TOKEN\" \"$FILE\" \"$QUOTED\" \"$PLAIN\" \"<$EMPTY>\" \"$SET\"",
            ], environment: ["SET": "wallet://github/site"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.split(separator: "\n") == [
                "s3cret$\"x", "ada", "pa ss", "two words", "<>", "https://github.com",
            ])
    }

    @Test("The program has the process, its status and its signals, and nothing that was opened")
    func succession() async throws {
        let fixture = try await fixture()
        // The last digits have the signals that programs use; others belong to the C library.
        let look = "ls /proc/self/fd | wc -l"
        let signals = "grep -E 'Sig(Blk|Ign)' /proc/self/status | grep -oE '.{7}$'"
        let plain = try await fixture.shell("sh -c \"\(look)\"")
        let run = try await fixture.shell(
            """
            wallet run --passphrase-file passphrase --env A=wallet://github -- \
            sh -c "\(look); \(signals)"
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == plain.output + "0000000\n0000000\n")

        // The shell has the number of the process that it started.
        let number = try await fixture.shell(
            """
            wallet run --passphrase-file passphrase -- sh -c 'echo $$; exit 7' & echo $!; wait $!
            """)
        #expect(number.status == 7)
        let numbers = number.output.split(separator: "\n")
        #expect(numbers.count == 2 && numbers.first == numbers.last)
        let signal = try await fixture.bare(["run", "--", "sh", "-c", "kill -TERM $$"])
        #expect(signal.status == -SIGTERM)
    }

    @Test("Arguments of the program are its own, and without references no vault is opened")
    func arguments() async throws {
        let fixture = try CommandFixture()
        let result = try await fixture.bare(
            ["run", "--", "echo", "--vault", "--version", "--", "-h"])
        #expect(result.output == "--vault --version -- -h\n")
    }

    @Test(
        "What cannot be done is said, and no program starts",
        arguments: [
            (["--env", "A=hunter2"], 64, "--env takes NAME=wallet://ITEM/PART"),
            (["--env", "1A=wallet://github"], 64, "--env takes"),
            (["--env", "A=wallet://github/colour"], 1, "has no part \"colour\""),
            (["--env", "A=wallet://github/number"], 1, "There is nothing at"),
            (["--env", "A=wallet://nowhere"], 1, "Nothing matches \"nowhere\""),
            (["--env", "A=wallet:///password"], 64, "name of the item is empty"),
            (["--env-file", "BAD"], 65, "Line 2 of"),
            (["--env-file", "/dev/zero"], 66, "cannot be read"),
        ])
    func problems(options: [String], status: Int, message: String) async throws {
        let fixture = try await fixture()
        try fixture.folder.write("A=1\nhunter2\n", to: "bad", permissions: 0o600)
        let options = options.map { $0 == "BAD" ? fixture.path("bad") : $0 }
        let result = try await fixture.bare(
            ["run", "--passphrase-file", fixture.path("passphrase")] + options
                + ["--", "echo", "started"])
        #expect(Int(result.status) == status)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!result.errors.contains("hunter2") && result.output.isEmpty)
    }

    @Test("A program that is not there, and none at all, are said")
    func missingProgram() async throws {
        let fixture = try CommandFixture()
        let missing = try await fixture.bare(["run", "--", "no-such-program"])
        #expect(missing.status == 69)
        #expect(missing.errors.contains("\"no-such-program\" cannot be started"))
        #expect(try await fixture.bare(["run"]).status == 64)
        #expect(try await fixture.bare(["run", "echo"]).status == 64)
    }

    @Test("A template is filled, and what is no reference stays")
    func template() async throws {
        let fixture = try await fixture()
        let template = """
            a: {{ wallet://github }}
            {{wallet://github/user-name}}{{{ {{ x }} {{ github
            }} {{{ wallet://a%2Fb%20100%25/user-name }}}
            """
        let filled = """
            a: s3cret$"x
            ada{{{ {{ x }} {{ github
            }} {bob}
            """
        let result = try await fixture.run("inject", "-", input: template)
        #expect(result.output == filled, "\(result.errors)")
        try fixture.folder.write(template + "\n", to: "template", permissions: 0o644)
        let target = fixture.path("target")
        let written = try await fixture.run("inject", fixture.path("template"), "-o", target)
        #expect(written.status == 0 && written.output.isEmpty, "\(written.errors)")
        #expect(fixture.folder.text(of: "target") == filled + "\n")
        let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("A file that is there stays unless it may be replaced, and a mistake writes none")
    func output() async throws {
        let fixture = try await fixture()
        try fixture.folder.write("mine", to: "target", permissions: 0o600)
        let target = fixture.path("target")
        let refused = try await fixture.run("inject", "-", "-o", target, input: "x")
        #expect(refused.status == 73)
        #expect(fixture.folder.text(of: "target") == "mine")
        let mistaken = try await fixture.run(
            "inject", "-", "-o", target, "--force", input: "{{ wallet://nowhere }}")
        #expect(mistaken.status == 1)
        #expect(fixture.folder.text(of: "target") == "mine")
        let forced = try await fixture.run("inject", "-", "-o", target, "--force", input: "x")
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(fixture.folder.text(of: "target") == "x")
    }

    @Test("A template of many braces takes no long time")
    func manyBraces() async throws {
        let fixture = try CommandFixture()
        let braces = String(repeating: "{{ ", count: 300_000) + "}}"
        #expect(try await fixture.run("inject", "-", input: braces).output == braces)
    }
}
