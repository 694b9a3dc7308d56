import TestSupport
import Testing

@Suite("A package outside this repository", .enabled(if: TestRun.isWhole))
struct OutsidePackageTests {
    /// Languages, as a system names them, and what a program says in them while there is no word.
    private static let languages = [
        ("C", "There is no word yet."), ("pt_BR", "Ainda não há nenhuma palavra."),
        ("nl_NL", "Er is nog geen woord."),
    ]

    /// One product for all of it, since each would be built again.
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
                try package.addReader()
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
        try await read(with: package)
        try await `import`(with: package)
        try await forget(package)
    }

    /// Uses the list of words in three front ends, and in more than one language.
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
        #expect(modules.output.contains("scenes (collection): tea.reader, tea.shelf, tea.words"))
        #expect(modules.output.contains("frontEnd (required): presentation.line"))
        #expect(modules.output.contains("databases (required): service.sqlite"))
    }

    /// Reads articles line by line: a form with a problem, list, search, article, chart, import, links.
    private func read(with package: OutsidePackage) async throws {
        let file = try package.writeArticles(3)
        let typed = [
            "New article", "", "2", "It is hot.", ".", "", "Steam", "", "go articles", "/steam",
            "1", "go articles:topics", "go articles:import", file, "go tea://articles:2",
            "go articles:99",
        ]
        let line = try await package.run(
            "tea", "--open=tea://articles", input: typed.joined(separator: "\n") + "\n")
        #expect(line.status == 0, "\(line.errors)")
        for text in [
            "There is no article yet.", "Error: A title is missing. Type at least one letter.",
            "Steam  Science", "Found for “steam”", "Most are about Science: 1 article.",
            "3 articles were imported.", "How warm the cup was.", "There is no article 99.",
        ] {
            #expect(line.output.contains(text), "\(text) in \(line.output)")
        }
        let dutch = try await package.run("tea", "--open=articles:topics", language: "nl_NL")
        #expect(dutch.output.contains("De meeste gaan over Wetenschap: 4 artikelen."))
    }

    /// Imports so much that there is time to go elsewhere, by requests and by keys.
    private func `import`(with package: OutsidePackage) async throws {
        let file = try package.writeArticles(3000)
        let headless = try await package.run(
            "tea-headless",
            [
                #"{"do":"open","location":"tea://articles","settle":true}"#,
                #"{"do":"search","text":"steam","settle":true}"#,
                #"{"do":"act","action":"open","target":"1","settle":true}"#,
                #"{"do":"open","location":"articles:topics","settle":true}"#,
                #"{"do":"open","location":"articles:import","settle":true}"#,
                #"{"do":"act","action":"start","fields":{"file":{"path":"\#(file)"}}}"#,
                #"{"do":"open","location":"articles:1"}"#,
            ], until: "were imported")
        for text in [
            #""text":"It is hot.""#, "Most are about Science: 4 articles.", #""total":3000"#,
            #"{"text":"3,000 articles were imported.""#,
        ] {
            #expect(headless.output.contains(text), "\(text) in \(headless.output)")
        }
        #expect(headless.status == 0)
        let terminal = try await package.run(
            "tea-terminal", "--open=articles",
            pressing: [
                ("Cup 2999", "/steam"), ("Steam", "\r\r"), ("It is hot.", ":articles:topics\r"),
                ("Science: 3,004 articles.", ":articles:import\r"),
                ("Each line of the file", "\(file)\r\r"), ("Importing cups.tsv", ":articles\r"),
                ("3,000 articles were imported.", "\u{11}"),
            ])
        #expect(terminal.status == 0, "\(terminal.output)")
    }

    /// A front end that is not linked, and packages that nobody asked for.
    private func forget(_ package: OutsidePackage) async throws {
        #expect(package.fetched == ["GRDB.swift", "swift-argument-parser"])

        let build = try await package.build("mute")
        try #require(build.status == 0, "\(build.output)\(build.errors)")
        let mute = try await package.run("mute")
        #expect(mute.status == 78)
        #expect(mute.output.isEmpty)
        #expect(mute.errors.contains("Nothing provides the port \"frontEnd\"."))
        #expect(mute.errors.contains(".product(name: \"TenonWeb\", package: \"tenon\")"))

        try package.add(program: "asker", links: "product + [tenon(\"TenonNetworking\")]")
        let asker = try await package.build("asker")
        let report = asker.output + asker.errors
        #expect(asker.status != 0)
        #expect(report.contains("error: no such module 'HTTPTypes'"), "\(report)")
    }
}
