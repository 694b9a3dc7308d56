import TestSupport
import Testing

@Suite("A package outside this repository")
struct OutsidePackageTests {
    /// Languages, as a system names them, and what a program says in them while there is no word.
    private static let languages = [
        ("C", "There is no word yet."), ("pt_BR", "Ainda não há nenhuma palavra."),
        ("nl_NL", "Er is nog geen woord."),
    ]

    /// One product for all of it, since each would be built anew.
    @Test("The commands of the article make a product that runs in every front end")
    func product() async throws {
        let package = try OutsidePackage()
        try #require(OutsidePackage.commands.count > 10)
        var results: [String: Program.Result] = [:]
        for command in OutsidePackage.commands {
            let result = try await package.run(command: command)
            try #require(result.status == 0, "\(command)\n\(result.output)\n\(result.errors)")
            results[command] = result
            if command == OutsidePackage.commands.first {
                try package.pin()
                try package.addDutch()
                try package.add(program: "mute", links: "product")
            }
        }
        for program in ["tea", "tea-terminal", "tea-headless", "tea-speech"] {
            let output = results["swift run \(program)"]?.output ?? ""
            #expect(output.contains("There is no word yet."), "\(program)")
        }
        let tests = (results["swift test"]?.output ?? "") + (results["swift test"]?.errors ?? "")
        for suite in [
            "WordsSceneTests", "ShelfSceneTests", "\"The speech front end\"", "\"tea-headless\"",
        ] {
            #expect(tests.contains("Suite \(suite) passed"), "\(suite)")
        }
        try await use(package)
        try await forget(package)
    }

    /// Uses the feature in three front ends, and in more than one language.
    private func use(_ package: OutsidePackage) async throws {
        let line = try await package.run("tea", input: "\ngreen\n")
        #expect(line.status == 0, "\(line.errors)")
        #expect(line.output.contains("“green” was added."))
        for (language, text) in Self.languages {
            let output = try await package.run("tea", language: language).output
            #expect(output.contains(text), "\(language): \(output)")
        }
        #expect(try await package.run("tea", language: "nl_NL").output.contains("[?] Uitleg"))
        let help = try await package.run("tea", "--help")
        let languages = "Use this language: en, ar, de, pt-BR or nl."
        #expect(help.output.contains(languages), "\(help.output)")
        let headless = try await package.run(
            "tea-headless",
            input: #"{"do":"act","action":"add","fields":{"word":"green"},"settle":true}"# + "\n")
        #expect(headless.output.contains("“green” was added."), "\(headless.output)")
        let speech = try await package.run("tea-speech", "--open=shelf", input: "1 green\n2\n")
        #expect(speech.output.contains("“green” was added."), "\(speech.output)")

        let modules = try await package.run("tea", "--modules")
        #expect(modules.output.contains("tea.words 0.1.0: Keeps a list of words"))
        #expect(modules.output.contains("scenes (collection): tea.shelf, tea.words"))
        #expect(modules.output.contains("frontEnd (required): presentation.line"))
    }

    /// A front end that is not linked, and packages that nobody asked for.
    private func forget(_ package: OutsidePackage) async throws {
        #expect(package.fetched == ["swift-argument-parser"])

        let build = try await package.build("mute")
        try #require(build.status == 0, "\(build.output)\(build.errors)")
        let mute = try await package.run("mute")
        #expect(mute.status == 78)
        #expect(mute.output.isEmpty)
        #expect(mute.errors.contains("Nothing provides the port \"frontEnd\"."))
        #expect(mute.errors.contains(".product(name: \"TenonWeb\", package: \"tenon\")"))

        try package.add(program: "keeper", links: "product + [tenon(\"TenonSQLite\")]")
        let keeper = try await package.build("keeper")
        let report = keeper.output + keeper.errors
        #expect(keeper.status != 0)
        #expect(report.contains("error: no such module 'GRDB'"), "\(report)")
    }
}
