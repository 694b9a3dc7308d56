import Foundation
import Testing

/// Black box: a real executable with a front end, settings and commands.
@Suite struct CommandLineApplicationTests {
    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Run {
        try await Run("command-fixture", arguments, environment: environment)
    }

    @Test("without a command the front end runs, between start and stop of what runs")
    func frontEnd() async throws {
        let run = try await run()
        #expect(run.output == "started\nfront end\nstopped\n")
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test("a command runs between start and stop and finds the container")
    func command() async throws {
        let run = try await run("greet", "Ada")
        #expect(run.output == "started\nHello, Ada\nstopped\n")
        #expect(run.status == 0)
    }

    @Test("a setting comes from the flag, before or after the command, else from the environment")
    func settings() async throws {
        let environment = ["FIXTURE_GREETING": "Moin"]
        let byEnvironment = try await run("greet", "Ada", environment: environment)
        #expect(byEnvironment.output.contains("Moin, Ada"))
        let before = try await run("--greeting", "Ahoj", "greet", "Ada", environment: environment)
        #expect(before.output.contains("Ahoj, Ada"))
        let after = try await run("greet", "Ada", "--greeting=Ahoj", environment: environment)
        #expect(after.output.contains("Ahoj, Ada"))
        let loud = try await run("greet", "--loud", "Ada")
        #expect(loud.output.contains("HELLO, ADA"))
    }

    @Test("the executable names plugins, and overrides one port of a service, whose others stay")
    func composition() async throws {
        let run = try await run("--modules")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("fixture.explicit 1.0.0: Is named by the executable"))
        #expect(run.output.contains("  links (required): application\n"))
        #expect(run.output.contains("  clipboard (required): service.system\n"))
    }

    @Test("--check fails when a plugin that is expected takes no part")
    func expectation() async throws {
        let good = try await run("--check", "--expect", "fixture.main", "--expect=fixture.explicit")
        #expect(good.status == 0, "\(good.errors)")
        let bad = try await run("--check", "--expect", "fixture.main", "--expect", "fixture.lost")
        #expect(bad.status == 78)
        #expect(bad.errors.contains("No plugin called fixture.lost takes part in command-fixture."))
        #expect(bad.errors.contains("PluginRecord"))
        #expect(try await run("--expect", "fixture.main").status == 64)
    }

    @Test("what follows two dashes is no setting")
    func terminator() async throws {
        let run = try await run("greet", "--", "--loud")
        #expect(run.output.contains("Hello, --loud"))
    }

    @Test("--modules prints the plugins and ports, and starts nothing")
    func modules() async throws {
        let run = try await run("--modules")
        #expect(run.status == 0)
        #expect(!run.output.contains("started"))
        for text in ["fixture.main", "service.system", "frontEnd (required)", "boot time", "1.2.3"]
        {
            #expect(run.output.contains(text))
        }
    }

    @Test("--modules --json is JSON with the version of its form")
    func modulesAsJSON() async throws {
        let run = try await run("--modules", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let dictionary = try #require(object as? [String: Any])
        #expect(dictionary["formatVersion"] as? Int == 1)
        let plugins = try #require(dictionary["plugins"] as? [[String: Any]])
        #expect(
            plugins.map { $0["name"] as? String } == [
                "fixture.explicit", "fixture.main", "service.configuration", "service.system",
            ])
    }

    @Test("--modules --dot is a graph")
    func modulesAsGraph() async throws {
        let run = try await run("--modules", "--dot")
        #expect(run.output.hasPrefix("digraph"))
        #expect(run.output.contains("\"service.system\" -> \"port clipboard\""))
    }

    @Test("--check says nothing when all is well")
    func check() async throws {
        let run = try await run("--check")
        #expect(run.status == 0)
        #expect(run.output == "" && run.errors == "")
    }

    @Test("--version prints the executable, its version and the kind of build")
    func version() async throws {
        let run = try await run("--version")
        #expect(run.output == "command-fixture 1.2.3 (debug)\n")
        #expect(run.status == 0)
    }

    @Test(
        "the help of the executable has examples or usage, the settings and the exit statuses",
        arguments: [["--help"], ["-h"], ["help"]])
    func help(arguments: [String]) async throws {
        let run = try await Run("command-fixture", arguments)
        #expect(run.status == 0)
        for text in [
            "USAGE:", "SETTINGS:", "--greeting WORD", "FIXTURE_GREETING", "default: Hello",
            "--loud",
            "--front-end NAME", "EXIT STATUS:", "78", "130",
        ] {
            #expect(run.output.contains(text))
        }
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(
        "the help of a command names the settings, and where they are explained",
        arguments: [["greet", "--help"], ["help", "greet"], ["box"], ["completion", "-h"]])
    func foldedHelp(arguments: [String]) async throws {
        let run = try await Run("command-fixture", arguments)
        #expect(run.status == 0)
        for text in [
            "USAGE:", "SETTINGS:", "--greeting WORD, ", "--loud", "--front-end NAME",
            "See \"command-fixture --help\" for settings and exit statuses.",
        ] {
            #expect(run.output.contains(text), "\(text)")
        }
        #expect(!run.output.contains("FIXTURE_GREETING"))
        #expect(!run.output.contains("EXIT STATUS"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("the help of the executable shows examples before anything else")
    func examples() async throws {
        let output = try await run("--help").output
        let example = try #require(output.range(of: "command-fixture greet Ada"))
        let usage = try #require(output.range(of: "USAGE:"))
        #expect(example.lowerBound < usage.lowerBound)
    }

    @Test("completion scripts are written to standard output", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) async throws {
        let run = try await run("--generate-completion-script", shell)
        #expect(run.status == 0)
        #expect(run.output.contains("greet"))
        #expect(!run.output.contains("SETTINGS"))
        let command = try await self.run("completion", shell)
        #expect(command.status == 0)
        #expect(command.output == run.output)
    }

    @Test("completion for a shell that is not known is an error that names those that are")
    func unknownShell() async throws {
        let run = try await run("completion", "tcsh")
        #expect(run.status == 64)
        #expect(run.output == "")
        for shell in ["bash", "zsh", "fish"] { #expect(run.errors.contains(shell)) }
    }

    @Test("a mistyped command is answered with the nearest one")
    func unknownCommand() async throws {
        let run = try await run("gret", "Ada")
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errors.contains("Did you mean \"greet\"?"))
        let nested = try await self.run("box", "opne")
        #expect(nested.errors.contains("Did you mean \"open\"?"))
    }

    @Test("a command or flag cannot be abbreviated")
    func abbreviation() async throws {
        #expect(try await run("gre", "Ada").status == 64)
        #expect(try await run("greet", "Ada", "--lou").status == 64)
    }

    @Test("a mistyped flag is answered with the nearest setting")
    func unknownFlag() async throws {
        let run = try await run("greet", "Ada", "--greetng", "x")
        #expect(run.status == 64)
        #expect(run.errors.contains("Did you mean \"--greeting\"?"))
    }

    @Test(
        "errors lead to a message on standard error and to their exit status",
        arguments: [
            ("explained", 77, "error: It is locked. Unlock it.\n"),
            ("usage", 64, "error: That is not how it is used.\n"), ("code", 1, ""),
            ("cancelled", 130, ""),
        ])
    func errors(how: String, status: Int, message: String) async throws {
        let run = try await run("fail", how)
        #expect(run.status == Int32(status))
        #expect(run.errors == message)
        #expect(run.output == "started\nstopped\n")
    }

    @Test("an error that nobody expected is a defect, with a hint to report it")
    func defect() async throws {
        let run = try await run("fail", "defect")
        #expect(run.status == 70)
        #expect(run.errors.contains("Please report it"))
        #expect(run.errors.contains("1.2.3"))
    }

    @Test("an unknown front end is one problem, which names those that are linked")
    func unknownFrontEnd() async throws {
        let run = try await run("--front-end", "nobody")
        #expect(run.status == 78)
        #expect(run.errors.contains("1 problem"))
        #expect(run.errors.contains("fixture.main"))
    }

    @Test("an unknown detached task is refused")
    func unknownTask() async throws {
        #expect(try await run("--tenon-nothing").status == 64)
    }
}
