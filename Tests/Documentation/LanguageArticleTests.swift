import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

/// Dutch, for all modules that a tea shop links.
enum DutchWords: Plugin {
    static let manifest = PluginManifest(
        name: "acme.dutch", version: "1.0.0", summary: "Speaks Dutch")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.languages) {
            [try Language("nl", json: PackageResources.nl_json)]
        }
    }
}

@Suite("The article Speak another language")
struct LanguageArticleTests {
    private static let shop: [any Plugin.Type] = [
        TeaFeature.self, TeaTablePlugin.self, DutchWords.self,
    ]

    @Test("Screens, plural forms and errors are in Dutch")
    func spoken() async throws {
        let pilot = try await SessionPilot(
            plugins: Self.shop, configuration: Configuration(flags: ["language": "nl"]))
        #expect(try pilot.screen().title == "Theesoorten")
        #expect(pilot.sees("0 kopjes tot nu toe"))
        try await pilot.choose("Zetten", on: "Green")
        #expect(pilot.sees("Stoppen"))

        let nothing = await #expect(throws: RoutingError.self) { try await pilot.open("coffee") }
        let localizer = pilot.application.container[.localizer]
        #expect(nothing.map { localizer.text(of: $0.message) } == "Er is niets op „coffee”.")
        await pilot.stop()
    }

    @Test("A screen with settings offers the languages that there are")
    func offered() async throws {
        let pilot = try await SessionPilot(plugins: Self.shop)
        let languages = pilot.application.container[.localizer].languages
        #expect(languages.map(\.tag) == ["en", "ar", "de", "pt-BR", "nl"])
        #expect(
            languages.map(\.name) == [
                "English", "العربية", "Deutsch", "Português (Brasil)", "Nederlands",
            ])
        pilot.application.container[.appearance].setLanguage("nl")
        try await pilot.wait(for: "Theesoorten")
        await pilot.stop()
    }

    @Test("What the article shows of the file is in it")
    func file() throws {
        let article = try #require(Article.all.first { $0.name == "SpeakAnotherLanguage" })
        let file = String(decoding: PackageResources.nl_json, as: UTF8.self)
        let shown = article.text.components(separatedBy: "```json\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        #expect(shown.map { "\($0)\n" } == [file])
    }
}
