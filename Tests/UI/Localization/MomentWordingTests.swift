import TenonCore
import TenonUI
import Testing

@Suite("Points in time as people speak of them") struct MomentWordingTests {
    /// 2025-06-15 12:30 UTC.
    private static let now = Timestamp(seconds: 1_749_990_600)
    private static let (minute, hour, day) = (Int64(60), Int64(3600), Int64(86_400))

    private static let distances: [(Int64, String)] = [
        (0, "now"), (-59, "now"), (30, "now"), (-minute, "1 minute ago"),
        (-150, "2 minutes ago"), (5 * minute, "in 5 minutes"), (-hour + 1, "59 minutes ago"),
        (-hour, "1 hour ago"), (-11 * hour, "11 hours ago"), (-12 * hour, "12 hours ago"),
        (-13 * hour, "yesterday"), (-day, "yesterday"), (day, "tomorrow"),
        (-3 * day, "3 days ago"), (6 * day, "in 6 days"), (-6 * day, "6 days ago"),
        (-7 * day, "Jun 8, 2025"), (-365 * day, "Jun 15, 2024"), (7 * day, "Jun 22, 2025"),
    ]

    private static let translations: [(String, Int64, String)] = [
        ("de", -5 * minute, "vor 5 Minuten"), ("de", -minute, "vor 1 Minute"),
        ("de", -2 * day, "vorgestern"), ("de", 0, "jetzt"),
        ("pt-BR", -minute, "há 1 minuto"), ("pt-BR", -2 * hour, "há 2 horas"),
        ("pt-BR", -day, "ontem"), ("pt-BR", 0, "agora"),
        ("ar", -minute, "قبل دقيقة واحدة"), ("ar", -2 * minute, "قبل دقيقتين"),
        ("ar", -day, "أمس"),
    ]

    private static let edges: [Int64] = [
        0, -30, -59, 30, -60, -150, 150, 299, 300, 301, -3599, -3600, 3600, -11 * hour,
        -12 * hour, 11 * hour, -13 * hour, 14 * hour, -day, day, -3 * day, 3 * day, 6 * day,
    ]

    private func words(_ seconds: Int64, _ language: String = "en") -> String {
        let localizer = Localizer(language: language, timeZone: "UTC")
        return localizer.wording(
            of: Self.now.advanced(by: .seconds(seconds)), at: Self.now
        ).text
    }

    @Test(
        "minutes, hours, then days by the calendar, and the day itself from a week on",
        arguments: distances)
    func english(_ seconds: Int64, _ text: String) { #expect(words(seconds) == text) }

    @Test(
        "the words are those of the language, in its plural forms",
        arguments: translations)
    func languages(_ language: String, _ seconds: Int64, _ text: String) {
        #expect(words(seconds, language) == text)
    }

    @Test("Arabic has other words for three, eleven and a hundred of something")
    func arabic() {
        #expect(words(-3 * Self.minute, "ar").hasSuffix(" دقائق"))
        #expect(words(-11 * Self.minute, "ar").hasSuffix(" دقيقة"))
    }

    @Test("the day of a moment is that of the place")
    func places() {
        let time = Timestamp(seconds: 1_749_945_600)  // 2025-06-15 00:00 UTC
        for (zone, text) in [("UTC", "12 hours ago"), ("America/New_York", "yesterday")] {
            let localizer = Localizer(language: "en", timeZone: zone)
            #expect(localizer.wording(of: time, at: Self.now).text == text)
        }
    }

    @Test(
        "the words are the same until their end, and other ones from then on",
        arguments: edges)
    func ends(_ seconds: Int64) throws {
        let localizer = Localizer(language: "en", timeZone: "UTC")
        let time = Self.now.advanced(by: .seconds(seconds))
        let wording = localizer.wording(of: time, at: Self.now)
        let end = try #require(wording.end)
        #expect(end > Self.now)
        let last = end.advanced(by: .milliseconds(-1))
        #expect(localizer.wording(of: time, at: last).text == wording.text)
        #expect(localizer.wording(of: time, at: end).text != wording.text)
    }

    @Test("what was more than a week ago has the same words for ever")
    func forever() {
        let localizer = Localizer(language: "en", timeZone: "UTC")
        let time = Self.now.advanced(by: .seconds(-8 * Self.day))
        #expect(localizer.wording(of: time, at: Self.now).end == nil)
    }
}
