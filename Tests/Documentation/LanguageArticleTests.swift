import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

/// German, for all modules that a tea shop links.
enum GermanWords: Plugin {
    static let manifest = PluginManifest(
        name: "acme.german", version: "1.0.0", summary: "Speaks German")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.languages) {
            [try Language("de", json: PackageResources.de_json)]
        }
    }
}

@Suite("The article Speak another language")
struct LanguageArticleTests {
    private static let shop: [any Plugin.Type] = [
        TeaFeature.self, TeaTablePlugin.self, GermanWords.self,
    ]

    @Test("Screens, plural forms and errors are in German")
    func spoken() async throws {
        let pilot = try await SessionPilot(
            plugins: Self.shop, configuration: Configuration(flags: ["language": "de"]))
        #expect(try pilot.screen().title == "Tees")
        #expect(pilot.sees("bisher 0 Tassen"))
        try await pilot.choose("Aufgießen", on: "Green")
        #expect(pilot.sees("Anhalten"))

        let nothing = await #expect(throws: RoutingError.self) { try await pilot.open("coffee") }
        let localizer = pilot.application.container[.localizer]
        #expect(nothing.map { localizer.text(of: $0.message) } == "Unter „coffee“ gibt es nichts.")
        await pilot.stop()
    }

    @Test("A screen with settings offers the languages that there are")
    func offered() async throws {
        let pilot = try await SessionPilot(plugins: Self.shop)
        let languages = pilot.application.container[.localizer].languages
        #expect(languages.map(\.tag) == ["en", "pt-BR", "de"])
        #expect(languages.map(\.name) == ["English", "Português (Brasil)", "Deutsch"])
        pilot.application.container[.appearance].setLanguage("de")
        try await pilot.wait(for: "Tees")
        await pilot.stop()
    }

    @Test("What the article shows of the file is in it")
    func file() throws {
        let article = try #require(Article.all.first { $0.name == "SpeakAnotherLanguage" })
        let file = String(decoding: PackageResources.de_json, as: UTF8.self)
        let shown = article.text.components(separatedBy: "```json\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        #expect(shown.map { "\($0)\n" } == [file])
    }
}
