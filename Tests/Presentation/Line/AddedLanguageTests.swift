import TenonCore
import TenonUI
import TestSupport
import Testing

@testable import TenonLine  // Other modules see the front end only.

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
        #expect(english.output.contains("Use this language: en, ar, de, pt-BR or nl."))
        let dutch = try await run(["--help", "--language", "nl"])
        #expect(dutch.output.contains("INSTELLINGEN: (voor of na de opdracht)"))
        #expect(dutch.output.contains("Deze taal gebruiken: en, ar, de, pt-BR of nl."))
        #expect(dutch.output.contains("EXIT STATUS:"))
    }

    @Test("is spoken by the front end, by features and by the user interface")
    func screen() async throws {
        let dutch = try await run([], language: "nl_BE.UTF-8", input: "?\n")
        #expect(dutch.status == 0)
        for text in ["Welkom", "Zoeken", "Uitleg", "Afsluiten"] {
            #expect(dutch.output.contains(text), "\(text) is missing")
        }
        let english = try await run([], input: "?\n")
        for text in ["Welcome", "Search", "Help", "Quit"] {
            #expect(english.output.contains(text), "\(text) is missing")
        }
    }

    @Test("is spoken by errors")
    func error() async throws {
        let dutch = try await run(["--open", "nowhere"], language: "nl")
        #expect(dutch.errors.contains("Er is niets op „nowhere”."))
        #expect(dutch.status != 0)
    }

    @Test(
        "leaves the others alone",
        arguments: [("pt_BR", "Ajuda", "Welcome"), ("de_AT", "Hilfe", "Welcome")])
    func others(_ language: String, _ help: String, _ title: String) async throws {
        for output in [
            try await run(["--language", language], input: "?\n").output,
            try await run([], language: language, input: "?\n").output,
        ] {
            #expect(output.contains(help) && output.contains(title))
        }
    }

    @Test("is named beside the others when nobody speaks the one that is asked for")
    func unknown() async throws {
        let refused = try await run(["--language", "fr"])
        #expect(refused.status == 64)
        #expect(refused.output == "")
        #expect(refused.errors.contains("\"fr\" is not valid for --language (command line)."))
        #expect(refused.errors.contains("The values are en, ar, de, pt-BR, nl."))
        // What the system speaks is not a mistake of the person.
        let english = try await run([], language: "fr_FR.UTF-8", input: "?\n")
        #expect(english.status == 0)
        #expect(english.output.contains("Help") && english.output.contains("Welcome"))
    }

    @Test("has the words of this front end by the name of its module")
    func words() throws {
        let dutch = try Language(
            "nl", json: Array(#"{"TenonLine": {"texts": {"legendHelp": "Uitleg"}}}"#.utf8))
        #expect(Localizer(language: "nl", languages: [dutch])(LineText.legendHelp) == "Uitleg")
    }
}
