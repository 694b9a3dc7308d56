import Foundation
import TestSupport
import Testing

/// Black box: settings from flags, the environment and real files, on a real executable.
@Suite struct SettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var userFile: String { "\(folder.path)/user/fixture/config.json" }

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Run {
        let places = [
            "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/user",
            "XDG_CONFIG_DIRS": "\(folder.path)/system",
        ]
        return try await Run(
            "command-fixture", arguments, environment: places.merging(environment) { $1 })
    }

    private func user(_ json: String) throws {
        try folder.write(json, to: "user/fixture/config.json")
    }

    @Test(
        "a flag comes before the environment, the file of the person, that of the system, the default"
    )
    func precedence() async throws {
        let variable = ["FIXTURE_GREETING": "Variable"]
        #expect(try await run("greet", "Ada").output.contains("Hello, Ada"))
        try folder.write(#"{"greeting": "System"}"#, to: "system/fixture/config.json")
        #expect(try await run("greet", "Ada").output.contains("System, Ada"))
        try user(#"{"greeting": "User", "loud": true}"#)
        #expect(try await run("greet", "Ada").output.contains("USER, ADA"))
        #expect(try await run("greet", "Ada", environment: variable).output.contains("VARIABLE"))
        let flag = try await run("greet", "Ada", "--greeting", "Flag", environment: variable)
        #expect(flag.output.contains("FLAG, ADA"))
        #expect(flag.status == 0)
    }

    @Test("a mistake in a file ends every command before it runs, with file, line, name and remedy")
    func mistake() async throws {
        try user("{\n  \"greetign\": \"Hi\"\n}")
        for arguments in [["greet", "Ada"], [], ["--check"], ["--settings"]] {
            let run = try await Run(
                "command-fixture", arguments,
                environment: ["XDG_CONFIG_HOME": "\(folder.path)/user"])
            #expect(run.status == 78)
            #expect(run.output == "")
            #expect(
                run.errors.contains(
                    "\(userFile):2: There is no setting \"greetign\". Did you mean \"greeting\"?"))
        }
    }

    @Test("help and version are there whatever the files say")
    func help() async throws {
        try user("{")
        let help = try await run("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("--settings"))
        #expect(help.output.contains("--flavour NAME"))
        #expect(try await run("--version").output.contains("1.2.3"))
        #expect(try await run("greet", "Ada").errors.contains("\(userFile):1: "))
    }

    @Test("--settings prints what each value is and where it comes from, and starts nothing")
    func settings() async throws {
        try user("{\"loud\": true}")
        let run = try await run(
            "--settings", "--flavour=test", environment: ["FIXTURE_GREETING": "Moin"])
        #expect(run.status == 0)
        #expect(!run.output.contains("started"))
        let lines = run.output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(lines.first == "SETTING VALUE FROM")
        #expect(lines.contains("flavour test command line"))
        #expect(lines.contains("edition test default of the kind of build: test"))
        #expect(lines.contains("greeting Moin environment: FIXTURE_GREETING"))
        #expect(lines.contains("loud 1 \(userFile):1"))
        let json = try await self.run("--settings", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        #expect((object as? [String: Any])?["formatVersion"] as? Int == 1)
    }

    @Test("--json alone is for nothing before a command")
    func aloneJSON() async throws {
        let run = try await run("--json")
        #expect(run.status == 64)
        #expect(run.errors.contains("--settings"))
    }

    @Test("a value that a setting does not take is refused, wherever it comes from")
    func choices() async throws {
        let flag = try await run("--flavour", "relaese", "greet", "Ada")
        #expect(flag.status == 64)
        #expect(
            flag.errors.contains(
                "\"relaese\" is not valid for --flavour (command line). Did you mean \"release\"?"))
        let variable = try await run("greet", "Ada", environment: ["TENON_FLAVOUR": "x"])
        #expect(variable.status == 78)
        #expect(variable.errors.contains("The values are debug, test, release."))
        try user("{\n\n\"flavour\": \"x\"}")
        let file = try await run("greet", "Ada")
        #expect(file.status == 78)
        #expect(file.errors.contains("\(userFile):3"))
    }
}
