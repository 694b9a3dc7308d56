import TenonCore
import TenonTesting
import TenonUI
import Testing

/// `en-XA`, which shows what is not localised.
@Suite struct PseudoLocaleTests {
    private enum Key: String, LocalizedKey {
        case plain, name, count, number, missing

        static let catalogue = Catalogue(
            json: Array(
                """
                { "plain": { "en": "Save changes", "pt-BR": "Salvar" },
                  "name": { "en": "Hi {name}!" },
                  "number": { "en": "{number} %" },
                  "count": { "en": { "one": "{count} bee", "other": "{count} bees" } } }
                """.utf8))
    }

    private let localizer = Localizer(language: "en_XA.UTF-8", timeZone: "UTC")

    @Test("texts are accented, longer and in brackets")
    func plain() {
        #expect(localizer.language == "en-XA")
        #expect(localizer(Key.plain) == "⟦Šåvé çĥåñĝéš ~~~⟧")
    }

    @Test("what is put into a text stays as it is")
    func arguments() {
        #expect(localizer(Key.name, ["name": "Ada"]) == "⟦Ĥî Ada! ~⟧")
        #expect(localizer(Key.count, count: 1) == "⟦1 béé ~⟧")
        #expect(localizer(Key.count, count: 2000) == "⟦2,000 bééš ~~⟧")
    }

    @Test("a text without letters is not marked, and a missing one is seen")
    func nothingToSay() {
        #expect(localizer(Key.number, ["number": "5"]) == "5 %")
        #expect(localizer(Key.missing) == "missing")
    }

    @Test("days are marked, numbers have no language to see")
    func formats() {
        #expect(localizer.date(Timestamp(seconds: 1_749_988_800)) == "⟦Jun 15, 2025⟧")
        #expect(localizer.number(1234) == "1,234")
    }

    @Test("sentences of errors are marked, with those in them")
    func sentences() {
        let inner: Sentence = "no space"
        #expect(
            localizer.text(of: "Cannot write \("/a/file"): \(inner).")
                == "⟦Çåññöţ ŵŕîţé /a/file: ⟦ñö špåçé ~~⟧. ~~~⟧")
        #expect(localizer.text(of: Sentence(verbatim: "name")) == "name")
    }

    @Test(
        "it is chosen as any language is: by the setting, or by the system",
        arguments: [
            Configuration(flags: ["language": "en-XA"]),
            Configuration(environment: ["LANG": "en_XA.UTF-8"]),
        ])
    func chosen(_ configuration: Configuration) async throws {
        let pilot = try await SessionPilot(
            plugins: [], configuration: configuration, at: "a",
            providing: BackScene.contribute)
        #expect(pilot.sees("⟦Båçķ ~~⟧"))
        await pilot.stop()
    }
}
