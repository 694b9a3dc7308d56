import Foundation
import TestSupport
import Testing

@Suite("tools/words")
struct WordsTests {
    private struct Part: Codable {
        var texts: [String: CatalogueText]?
        var sentences: [String: String]?
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func words(_ arguments: String...) async throws -> Program.Result {
        try await Checkout.script("words").run(arguments)
    }

    /// The file that `--new` writes for a target, or for all modules.
    private func made(_ name: String, _ target: String?) async throws -> [String: Part] {
        let result = try await Checkout.script("words").run(
            ["--new", "\(folder.path)/\(name)"] + [target].compactMap(\.self))
        #expect(result.status == 0, "\(result.errors)")
        let text = try #require(folder.text(of: name))
        return try JSONDecoder().decode([String: Part].self, from: Data(text.utf8))
    }

    @Test("Writes the texts and sentences of the modules that a target links")
    func target() async throws {
        let made = try await made("nl.json", "added-language")
        #expect(made.keys.sorted() == ["TenonCommandLine", "TenonLine", "TenonUI"])
        guard case .one("Back")? = made["TenonUI"]?.texts?["back"],
            case .plural(let forms)? = made["TenonUI"]?.texts?["secondsLeft"]
        else {
            Issue.record("The texts are missing.")
            return
        }
        #expect(forms.keys.sorted() == ["one", "other"])
        let sentence = "There is nothing at \"{0}\"."
        #expect(made["TenonUI"]?.sentences?[sentence] == sentence)
        let same = try await words("\(folder.path)/nl.json", "added-language")
        #expect(same.status == 0)
        #expect(same.output == "")
    }

    @Test("Takes all modules of the repository unless a target is named")
    func all() async throws {
        let made = try await made("nl.json", nil)
        for module in ["TenonUI", "TenonWeb", "TenonSQLite", "WalletSettings", "WalletVault"] {
            #expect(made[module] != nil, "\(module)")
        }
        // No sentence is to be translated twice.
        let sentences = made.values.flatMap { $0.sentences.map { Array($0.keys) } ?? [] }
        #expect(sentences.count > 200)
        #expect(Set(sentences).count == sentences.count)
    }

    @Test("Leaves out what the modules themselves say in the language")
    func complete() async throws {
        for language in ["de", "pt-BR"] {
            #expect(try await made("\(language).json", nil).isEmpty, "\(language)")
        }
    }

    @Test("Names what is missing, unknown or has other places")
    func compares() async throws {
        var changed = try await made("fresh.json", "added-language")
        changed["TenonUI"]?.texts?["back"] = nil
        changed["TenonUI"]?.texts?["forth"] = .one("Vooruit")
        changed["TenonUI"]?.texts?["secondsLeft"] = .plural(["one": "een", "other": "veel"])
        changed["TenonUI"]?.sentences?["There is nothing at \"{0}\"."] = nil
        changed["TenonUI"]?.sentences?["The answer is 42."] = "42."
        changed["TenonUI"]?.sentences?["\"{0}\" is not a location."] = "Geen plaats."
        changed["Elsewhere"] = Part(texts: ["title": .one("Elders")])
        try folder.write(
            String(decoding: try JSONEncoder().encode(changed), as: UTF8.self), to: "nl.json")
        let result = try await words("\(folder.path)/nl.json", "added-language")
        #expect(result.status == 1)
        #expect(
            result.output.split(separator: "\n").sorted() == [
                #"missing: TenonUI: "There is nothing at \"{0}\".""#, "missing: TenonUI: back",
                #"places: TenonUI: "\"{0}\" is not a location.""#,
                "places: TenonUI: secondsLeft", "unknown: Elsewhere: title",
                #"unknown: TenonUI: "The answer is 42.""#, "unknown: TenonUI: forth",
            ])
    }

    @Test("The language of the sample has nothing that is unknown")
    func sample() async throws {
        let result = try await words(
            "\(Checkout.folder)/Tests/Apps/added-language/nl.json", "added-language")
        let lines = result.output.split(separator: "\n")
        #expect(!lines.isEmpty)
        // Its own catalogue is written in its source.
        #expect(
            lines.filter { !$0.hasPrefix("missing: ") } == ["unknown: added_language: title"])
    }

    @Test("Refuses what it cannot use, and overwrites nothing")
    func refuses() async throws {
        try folder.write("kept", to: "nl.json")
        let path = "\(folder.path)/nl.json"
        #expect(try await words("--new", path).status == 73)
        #expect(try await words(path).status == 65)
        #expect(folder.text(of: "nl.json") == "kept")
        #expect(try await words("\(folder.path)/fr.json").status == 66)
        #expect(try await words("\(folder.path)/fr.txt").status == 64)
        #expect(try await words().status == 64)
        let unknown = try await words("--new", "\(folder.path)/fr.json", "nothing")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("Package.swift has no target 'nothing'."))
        #expect(folder.text(of: "fr.json") == nil)
    }

    @Test("Explains itself")
    func help() async throws {
        let result = try await words("--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: tools/words"))
    }
}
