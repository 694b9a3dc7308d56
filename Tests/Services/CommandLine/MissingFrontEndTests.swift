import Testing

/// Black box: an executable that links features and no presentation.
@Suite struct MissingFrontEndTests {
    @Test("it exits 78 and says what is wrong, through whom, and what to write into the manifest")
    func message() async throws {
        let run = try await Run("no-front-end")
        #expect(run.status == 78)
        #expect(run.output == "")
        for text in [
            "Required by feature.reminder, which is required by feature.calendar.",
            "Nothing provides the port \"frontEnd\".", "Required by the application.",
            "TenonDesktop, TenonHeadless, TenonLine, TenonTerminal, TenonWeb", "Package.swift",
            ".executableTarget(name: \"no-front-end\", dependencies: [",
        ] {
            #expect(run.errors.contains(text))
        }
        // What comes with a front end is not a problem of its own.
        #expect(!run.errors.contains("alerts"))
    }

    @Test("--check and --modules say the same", arguments: ["--check", "--modules"])
    func check(argument: String) async throws {
        let run = try await Run("no-front-end", [argument])
        #expect(run.status == 78)
        #expect(run.errors == (try await Run("no-front-end")).errors)
    }

    @Test("help and version work all the same", arguments: ["--help", "--version"])
    func help(argument: String) async throws {
        #expect(try await Run("no-front-end", [argument]).status == 0)
    }
}
