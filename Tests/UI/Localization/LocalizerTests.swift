import TenonCore
import TenonUI
import Testing

@Suite struct LocalizerTests {
    private enum Key: String, LocalizedKey {
        case plain, name, count, english, german, missing

        static let catalogue = Catalogue(
            json: Array(
                """
                { "plain": { "en": "yes", "pt-BR": "sim", "de": "ja", "de-AT": "jo" },
                  "name": { "en": "Hi {name}, {name}! {other} {", "ru": "{name}" },
                  "count": {
                    "en": { "one": "{count} bee", "other": "{count} bees" },
                    "pt-BR": { "one": "{count} abelha", "other": "{count} abelhas" },
                    "ru": { "one": "{count} пчела", "few": "{count} пчелы", "many": "{count} пчёл" },
                    "ja": { "other": "蜂{count}匹" } },
                  "english": { "en": { "one": "one bee", "other": "many bees" } },
                  "german": { "de": "nur deutsch" } }
                """.utf8))
    }

    @Test(
        "names of languages are understood as BCP 47 or POSIX writes them",
        arguments: [
            ("en", "en"), ("en_US.UTF-8", "en-US"), ("C", "en"), ("C.UTF-8", "en"),
            ("POSIX", "en"), ("", "en"), (".UTF-8", "en"), ("pt", "pt-BR"),
            ("pt_BR.UTF-8", "pt-BR"), ("pt-br", "pt-BR"), ("pt_PT", "pt-PT"),
            ("de_AT@euro", "de-AT"),
            ("DE", "de"), ("zh_hant_tw", "zh-Hant-TW"), ("es-419", "es-419"),
        ])
    func names(_ name: String, _ tag: String) {
        #expect(Localizer(language: name).language == tag)
    }

    @Test(
        "the nearest language that has a text is spoken",
        arguments: [
            ("de-AT", "jo"), ("de-CH", "ja"), ("de", "ja"), ("pt-PT", "sim"), ("pt", "sim"),
            ("fr-CA", "yes"), ("en-GB", "yes"), ("C", "yes"), ("d", "yes"),
        ])
    func fallback(_ language: String, _ text: String) {
        #expect(Localizer(language: language)(Key.plain) == text)
    }

    @Test("a text that is missing shows as its key")
    func missing() {
        #expect(Localizer(language: "en")(Key.missing) == "missing")
        #expect(Localizer(language: "en")(Key.german) == "german")
        #expect(Localizer(language: "en")(Key.missing, count: 2) == "missing")
    }

    @Test(
        "values that may be written in the other direction are isolated from the text around them",
        arguments: [
            ("en", "Ada", "Hi Ada, Ada! {other} {"),
            ("en", "عمر", "Hi \u{2068}عمر\u{2069}, \u{2068}عمر\u{2069}! {other} {"),
            ("he", "Ada", "Hi \u{2068}Ada\u{2069}, \u{2068}Ada\u{2069}! {other} {"),
            ("he", "12", "Hi 12, 12! {other} {"), ("he", "עדה", "Hi עדה, עדה! {other} {"),
            ("he", "1-2", "Hi \u{2068}1-2\u{2069}, \u{2068}1-2\u{2069}! {other} {"),
            (
                "he", "a\u{2069}b",
                "Hi \u{2068}a\u{FFFD}b\u{2069}, \u{2068}a\u{FFFD}b\u{2069}! {other} {"
            ),
        ])
    func isolates(_ language: String, _ name: String, _ text: String) {
        #expect(Localizer(language: language)(Key.name, ["name": name]) == text)
        let said: Sentence = "Hi \(name)!"
        #expect(
            Localizer(language: language).text(of: said)
                == String(text.prefix { $0 != "," }) + "!")
        #expect(Localizer(language: language).text(of: Sentence(verbatim: name)) == name)
        // One in another stays one, so that front ends let both through.
        let inner = Localizer(language: language)(Key.name, ["name": "\u{2068}Ada\u{2069}"])
        #expect(!inner.contains("\u{FFFD}"))
    }

    @Test(
        "numbers and dates have the digits of the language, and no marks of direction",
        arguments: [
            ("ar", "-1,234", "10 مارس، 2025"), ("ar-EG", "-١٬٢٣٤", "١٠ مارس، ٢٠٢٥"),
            ("de", "-1.234", "10. März 2025"),
        ])
    func digits(_ language: String, _ number: String, _ date: String) {
        let localizer = Localizer(language: language, timeZone: "UTC")
        #expect(localizer.number(-1234) == number)
        #expect(localizer.date(Timestamp(seconds: 1_741_600_000)) == date)
    }

    @Test(
        "languages are written in their direction",
        arguments: [
            ("ar", true), ("ar-EG", true), ("he_IL.UTF-8", true), ("de", false), ("en-XA", false),
        ])
    func direction(_ language: String, _ isRightToLeft: Bool) {
        #expect(Localizer(language: language).isRightToLeft == isRightToLeft)
    }

    @Test("placeholders are replaced, once each, and unknown ones stay")
    func placeholders() {
        let localizer = Localizer(language: "en")
        #expect(localizer(Key.name, ["name": "{other}"]) == "Hi {other}, {other}! {other} {")
        #expect(localizer(Key.name, ["name": "A", "other": "B"]) == "Hi A, A! B {")
        #expect(localizer(Key.name) == "Hi {name}, {name}! {other} {")
    }

    @Test(
        "plural forms follow CLDR",
        arguments: [
            ("en", 0, "0 bees"), ("en", 1, "1 bee"), ("en", 2, "2 bees"),
            ("en", 1000, "1,000 bees"),
            ("pt-BR", 0, "0 abelha"), ("pt-BR", 1, "1 abelha"), ("pt-BR", 2, "2 abelhas"),
            ("pt-BR", 1000, "1.000 abelhas"),
            ("ru", 1, "1 пчела"), ("ru", 2, "2 пчелы"), ("ru", 5, "5 пчёл"), ("ru", 11, "11 пчёл"),
            ("ru", 21, "21 пчела"), ("ru", 22, "22 пчелы"), ("ru", 112, "112 пчёл"),
            ("ja", 1, "蜂1匹"),
        ])
    func plurals(_ language: String, _ count: Int, _ text: String) {
        #expect(Localizer(language: language)(Key.count, count: count) == text)
    }

    @Test("a text of another language follows the plural rule of that language")
    func borrowedPlural() {
        #expect(Localizer(language: "ja")(Key.english, count: 1) == "one bee")
        #expect(Localizer(language: "ru")(Key.english, count: 21) == "many bees")
        #expect(Localizer(language: "fr")(Key.english, count: 0) == "many bees")
    }

    @Test("a plural text without a count takes the general form")
    func withoutCount() {
        #expect(Localizer(language: "en")(Key.count) == "{count} bees")
    }

    @Test("a count that has no forms is filled in")
    func countWithoutForms() {
        #expect(Localizer(language: "en")(Key.plain, count: 3) == "yes")
    }

    @Test("dates and times are those of the zone, in the way of the language")
    func dates() {
        let time = Timestamp(seconds: 1_749_990_600)  // 2025-06-15 12:30 UTC
        let english = Localizer(language: "en", timeZone: "America/Sao_Paulo")
        #expect(english.date(time) == "Jun 15, 2025")
        #expect(DateText.plain(english.dateAndTime(time)) == "Jun 15, 2025 at 9:30 AM")
        let portuguese = Localizer(language: "pt-BR", timeZone: "Asia/Tokyo")
        #expect(portuguese.date(time) == "15 de jun. de 2025")
        #expect(portuguese.dateAndTime(time).contains("21:30"))
    }

    @Test("months and relative times are said in the way of the language")
    func monthsAndRelativeTimes() {
        let english = Localizer(language: "en", timeZone: "Pacific/Kiritimati")
        let portuguese = Localizer(language: "pt-BR")
        #expect(english.month(3, of: 2027) == "March 2027")
        #expect(portuguese.month(12, of: 2026) == "dezembro de 2026")
        let now = Timestamp(seconds: 1_749_990_600)
        #expect(english.relative(now.advanced(by: .seconds(3 * 86_400)), to: now) == "in 3 days")
        #expect(english.relative(now.advanced(by: .seconds(-7_200)), to: now) == "2 hours ago")
        #expect(portuguese.relative(now.advanced(by: .seconds(-120)), to: now) == "há 2 minutos")
        #expect(
            portuguese.relative(now.advanced(by: .seconds(400 * 86_400)), to: now) == "em 1 ano")
    }

    @Test("a catalogue that cannot be read is empty")
    func unreadable() {
        #expect(Catalogue(json: Array("{".utf8)).keys.isEmpty)
        #expect(Catalogue(json: []).languages.isEmpty)
    }

    /// CLDR puts narrow no-break spaces before AM and PM.
    private enum DateText {
        static func plain(_ text: String) -> String {
            text.replacing("\u{202F}", with: " ").replacing(", 9:30", with: " at 9:30")
        }
    }
}
