import TenonCore
import TenonUI
import TestSupport
import Testing

@testable import TenonLine

@Suite("A language that an application adds")
struct AddedLanguageTests {
    private func run(
        _ arguments: [String], language: String = "C", input: String = ""
    ) async throws -> Program.Result {
        try await Program(built: "added-language", environment: ["LANG": language]).run(
            arguments, input: input)
    }

    @Test("is named by help, which speaks it")
    func help() async throws {
        let english = try await run(["--help"])
        #expect(english.output.contains("Use this language: en, pt-BR or de."))
        let german = try await run(["--help", "--language", "de"])
        #expect(german.output.contains("EINSTELLUNGEN: (vor oder nach dem Befehl)"))
        #expect(german.output.contains("Diese Sprache verwenden: en, pt-BR oder de."))
        #expect(german.output.contains("EXIT STATUS:"))
    }

    @Test("is spoken by the front end, by features and by the user interface")
    func screen() async throws {
        let german = try await run([], language: "de_AT.UTF-8", input: "?\n")
        #expect(german.status == 0)
        for text in ["Willkommen", "Suchen", "Hilfe", "Beenden"] {
            #expect(german.output.contains(text), "\(text) is missing")
        }
        let english = try await run([], input: "?\n")
        for text in ["Welcome", "Search", "Help", "Quit"] {
            #expect(english.output.contains(text), "\(text) is missing")
        }
    }

    @Test("is spoken by errors")
    func error() async throws {
        let german = try await run(["--open", "nowhere"], language: "de")
        #expect(german.errors.contains("Unter „nowhere“ gibt es nichts."))
        #expect(german.status != 0)
    }

    @Test(
        "leaves the others alone, and one that nobody speaks is English",
        arguments: [("pt_BR", "Ajuda", "Welcome"), ("fr", "Help", "Welcome")])
    func others(_ language: String, _ help: String, _ title: String) async throws {
        for output in [
            try await run(["--language", language], input: "?\n").output,
            try await run([], language: language, input: "?\n").output,
        ] {
            #expect(output.contains(help) && output.contains(title))
        }
    }

    @Test("has the words of this front end by the name of its module")
    func words() throws {
        let german = try Language(
            "de", json: Array(#"{"TenonLine": {"texts": {"legendHelp": "Hilfe"}}}"#.utf8))
        #expect(Localizer(language: "de", languages: [german])(LineText.legendHelp) == "Hilfe")
    }
}
