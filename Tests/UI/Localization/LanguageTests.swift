import TenonCore
import TenonTesting
import Testing

@testable import TenonUI  // Other modules see finished sentences only.

/// Languages that an application adds to those of its modules.
@Suite struct LanguageTests {
    private enum Key: String, LocalizedKey {
        case plain, count, own, unsaid

        static let catalogue = Catalogue(
            json: Array(
                """
                { "plain": { "en": "yes", "pt-BR": "sim" },
                  "own": { "en": "hall", "de": "Flur", "de-CH": "Gang" },
                  "unsaid": { "en": "never" },
                  "count": { "en": { "one": "{count} bee", "other": "{count} bees" } } }
                """.utf8))
    }

    /// A language with texts for this module.
    private func language(
        _ tag: String, texts: String = "", sentences: String = ""
    ) throws -> Language {
        try Language(
            tag,
            json: Array(
                """
                { "TenonUITests": { "texts": { \(texts) }, "sentences": { \(sentences) } } }
                """.utf8))
    }

    private func localizer(_ language: String, _ languages: [Language]) -> Localizer {
        Localizer(language: language, timeZone: "UTC", languages: languages)
    }

    @Test(
        "the nearest language that has a text is spoken, a module's own before an added one",
        arguments: [
            ("de", "ja", "Flur"), ("de-AT", "jo", "Vorhaus"), ("de-CH", "ja", "Gang"),
            ("de-LI", "ja", "Flur"), ("en", "yes", "hall"), ("en-GB", "aye", "hall"),
            ("pt", "sim", "hall"), ("nl", "ja hoor", "hall"), ("nl-BE", "ja hoor", "hall"),
            ("fr", "yes", "hall"), ("en-XA", "⟦ýéš ~⟧", "⟦ĥåļļ ~~⟧"),
        ])
    func nearest(_ asked: String, _ plain: String, _ own: String) throws {
        let localizer = localizer(
            asked,
            [
                try language("de", texts: #""plain": "ja", "own": "Diele""#),
                try language("de-AT", texts: #""plain": "jo", "own": "Vorhaus""#),
                try language("en-GB", texts: #""plain": "aye""#),
                try language("nl-NL", texts: #""plain": "ja hoor""#),
            ])
        #expect(localizer(Key.plain) == plain)
        #expect(localizer(Key.own) == own)
        #expect(localizer(Key.unsaid) == Localizer(language: asked)(Key.unsaid))
    }

    @Test("texts belong to the module that is named, and to no other")
    func modules() throws {
        let dutch = try Language(
            "nl",
            json: Array(
                """
                { "TenonUI": { "texts": { "back": "Terug", "plain": "fout" } },
                  "TenonUITests": { "texts": { "back": "fout" } } }
                """.utf8))
        let localizer = localizer("nl", [dutch])
        #expect(localizer(UIText.back) == "Terug")
        #expect(localizer(Key.plain) == "yes")
    }

    @Test("several plugins add to one language; the first text counts")
    func joined() throws {
        let localizer = localizer(
            "de",
            [
                try language("de", texts: #""plain": "ja""#),
                try language("de", texts: #""plain": "jawohl", "unsaid": "nie""#),
            ])
        #expect(localizer(Key.plain) == "ja")
        #expect(localizer(Key.unsaid) == "nie")
        #expect(localizer.languages.map(\.tag) == ["en", "ar", "de", "pt-BR"])
    }

    @Test(
        "plural forms follow the rule of the language",
        arguments: [
            ("pl", 1, "1 pszczoła"), ("pl", 3, "3 pszczoły"), ("pl", 12, "12 pszczół"),
            ("pl", 22, "22 pszczoły"), ("ar", 0, "zero"), ("ar", 2, "two"), ("ar", 5, "few"),
            ("ar", 15, "many"), ("ar", 100, "other"),
        ])
    func plurals(_ asked: String, _ count: Int, _ text: String) throws {
        let languages = [
            try language(
                "pl",
                texts: """
                    "count": { "one": "{count} pszczoła", "few": "{count} pszczoły",
                               "many": "{count} pszczół", "other": "{count} pszczoły" }
                    """),
            try language(
                "ar",
                texts: """
                    "count": { "zero": "zero", "one": "one", "two": "two", "few": "few",
                               "many": "many", "other": "other" }
                    """),
        ]
        #expect(localizer(asked, languages)(Key.count, count: count) == text)
    }

    @Test("dates and numbers are written in its way")
    func formats() throws {
        let localizer = localizer("de", [try language("de")])
        #expect(localizer.date(Timestamp(seconds: 1_741_600_000)) == "10. März 2025")
        #expect(localizer.number(12345) == "12.345")
    }

    @Test(
        "sentences are said in it, values and inner sentences in their places",
        arguments: [
            ("de", "Datei a: nein. Ende."), ("de-AT", "Datei a: nein. Aus."),
            ("pt-BR", "Arquivo a: no. End."), ("en", "File a: no. End."),
            ("en-US", "File a: no. End."), ("en-GB", "Paper a: no. End."),
        ])
    func sentences(_ asked: String, _ text: String) throws {
        let localizer = Localizer(
            language: asked,
            translations: [Array(#"{"File {0}: {1}.": {"pt-BR": "Arquivo {0}: {1}."}}"#.utf8)],
            languages: [
                try language(
                    "de", sentences: #""File {0}: {1}.": "Datei {0}: {1}.", "no": "nein""#),
                try language("de", sentences: #""End.": "Ende.""#),
                try language("de-AT", sentences: #""End.": "Aus.""#),
                try language("en-GB", sentences: #""File {0}: {1}.": "Paper {0}: {1}.""#),
            ])
        let inner: Sentence = "no"
        let said = Sentence(joining: ["File \("a"): \(inner).", "End."])
        #expect(localizer.text(of: said) == text)
    }

    @Test("the languages that there are have names of their own")
    func names() throws {
        let localizer = Localizer(
            language: "C",
            translations: [
                Array(#"{"{\"a,": {"pt-BR": "{\"x\": {", "fr": ":"}, "b": {"fr": "\\"}}"#.utf8)
            ],
            languages: [
                try language("de-at"), try language("pt-BR"),
                try Language("gsw", name: "Züridütsch", json: Array("{}".utf8)),
            ])
        #expect(
            localizer.languages.map(\.tag) == ["en", "ar", "de", "fr", "pt-BR", "de-AT", "gsw"])
        #expect(
            localizer.languages.map(\.name) == [
                "English", "العربية", "Deutsch", "Français", "Português (Brasil)",
                "Deutsch (Österreich)",
                "Züridütsch",
            ])
    }

    @Test(
        "a file that cannot be used says where and why",
        arguments: [
            ("{", "line 1: A name in quotation marks is expected here."),
            ("[]", "line 1: The file is not an object."),
            ("{\n\"A\": 1}", "line 2: \"A\" is not an object."),
            ("{\"A\": {\n\"words\": {}}}", "line 2: \"words\" is neither \"texts\" nor"),
            ("{\"A\": {\"texts\": {\n\"b\": 1}}}", "line 2: \"b\" is neither a text nor plural"),
            ("{\"A\": {\"sentences\": {\n\"b\": {}}}}", "line 2: \"b\" is not a text."),
            (
                "{\"A\": {\"texts\": {\n\"b\": {\"one\": \"c\"}}}}",
                "line 2: \"b\" lacks the plural form \"other\"."
            ),
            (
                "{\"A\": {\"texts\": {\"b\": {\n\"ones\": \"c\"}}}}",
                "line 2: \"ones\" is not a plural form."
            ),
            ("{\"A\": {},\n\"A\": {}}", "line 2: \"A\" is there twice."),
            (
                "{\"A\": {\"texts\": {\"b\": \"c\",\n\"b\": \"d\"}}}",
                "line 2: \"b\" is there twice."
            ),
        ])
    func malformed(_ json: String, _ reason: String) async throws {
        let error = await #expect(throws: BootFailure.self) {
            _ = try await SessionPilot(plugins: [], at: "a") {
                $0.contribute(.languages) { [try Language("de", json: Array(json.utf8))] }
            }
        }
        #expect(error?.code == .languageMalformed)
        let text = error.map { "\($0)" } ?? ""
        #expect(
            text.hasPrefix("The texts of the language de cannot be used, because of \(reason)"),
            "\(text)")
    }

    @Test("help, which is made before boot, says the same of such a file")
    func malformedBeforeBoot() async throws {
        let application = Application(
            ApplicationInfo(name: "Test", executable: "test", version: "1", scheme: "test"),
            plugins: [UserInterface.self], linked: false
        ) {
            $0.contribute(.languages) { [try Language("de", json: Array("[]".utf8))] }
        }
        let error = await #expect(throws: ContainerError.self) {
            _ = try await application.contributions(to: .settings)
        }
        #expect(error?.code.status == .configuration)
        let reason = "The texts of the language de cannot be used, because of line 1: The file"
        #expect(error?.message.description.contains(reason) == true)
    }

    @Test(
        "what is no tag is refused",
        arguments: ["", "d", "Deutsch", "de-", "-de", "de--AT", "de-ABCDEFGHI", "dé", "d3", "a b"])
    func tags(_ tag: String) {
        let error = #expect(throws: LanguageError.self) { try language(tag) }
        #expect(error?.message == "\"\(tag)\" is not the tag of a language.")
    }

    @Test(
        "the setting takes the languages that there are and their variants, and no others",
        arguments: [
            ("de", true), ("de-AT", true), ("DE_ch.UTF-8", true), ("pt", true), ("pt-PT", true),
            ("nl-BE", true), ("en-XA", true), ("fr", false), ("d", false), ("deu", false),
            ("", false),
        ])
    func taken(_ value: String, _ isTaken: Bool) async throws {
        let setting = LocalizerMaker.setting(for: Language.all(added: [try language("nl")]))
        #expect(setting.declaration.takes(value) == isTaken)
    }

    @Test(
        "the surroundings choose a language that is spoken; all else is English, formats as well",
        arguments: [("de_AT.UTF-8", "de-AT"), ("nl", "nl"), ("fr_FR", "en"), ("he_IL", "en")])
    func surroundings(_ name: String, _ tag: String) throws {
        let localizer = LocalizerMaker(
            Configuration(environment: ["LANG": name]), adding: [try language("nl")]
        ).makeLocalizer([])
        #expect(localizer.language == tag)
    }

    @Test("a language of a plugin is known to the setting, to sessions and to errors before boot")
    func everywhere() async throws {
        let application = Application(
            ApplicationInfo(name: "Test", executable: "test", version: "1", scheme: "test"),
            configuration: Configuration(flags: ["language": "nl"]),
            plugins: [UserInterface.self, DutchPlugin.self], linked: false)
        let setting = try await application.contributions(to: .settings)
            .first { $0.name == "language" }
        #expect(setting?.help.description == "Use this language: en, ar, de, pt-BR or nl.")
        let translator = try #require(try await application.translator())
        #expect(translator.text(of: "Stop.") == "Halt!")

        let pilot = try await SessionPilot(
            plugins: [DutchPlugin.self], configuration: application.configuration, at: "a",
            providing: BackScene.contribute)
        #expect(pilot.sees("Terug"))
        #expect(pilot.application.container.text(of: "Stop.") == "Halt!")
        await pilot.stop()
    }

    private enum DutchPlugin: Plugin {
        static let manifest = PluginManifest(
            name: "dutch", version: "1.0.0", summary: "Speaks Dutch")

        static func register(in registrar: inout Registrar) {
            registrar.contribute(.languages) {
                [
                    try Language(
                        "nl",
                        json: Array(
                            """
                            { "TenonUI": { "texts": { "back": "Terug" },
                                           "sentences": { "Stop.": "Halt!" } } }
                            """.utf8))
                ]
            }
        }
    }
}
