import Foundation
import TenonCore

/// What a localizer speaks at one moment: a language, its formats, and its translations.
struct Localization: Sendable {
    /// The language as a BCP 47 tag, for example `pt-BR`.
    let language: String
    /// Whether the language is written from right to left.
    let isRightToLeft: Bool

    private let isPseudo: Bool
    private let locale: Locale
    private let timeZone: TimeZone
    private let translations: Translations
    private let added: AddedTexts

    /// Makes a localization; the parameters are those of
    /// ``Localizer/init(language:timeZone:translations:languages:)``.
    init(language: String, timeZone: String?, translations: [[UInt8]], added: AddedTexts) {
        self.language = Self.tag(of: language)
        isPseudo = self.language == PseudoLocale.language
        isRightToLeft =
            Locale.Language(identifier: self.language).characterDirection == .rightToLeft
        locale = Locale(identifier: isPseudo ? "en" : self.language)
        self.timeZone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
        // Sentences are written in English, so nothing has to be read for it.
        self.translations = Translations(
            self.language.hasPrefix("en") ? [] : translations, adding: added)
        self.added = added
    }

    /// The text of a key, with `{name}` replaced by arguments.
    func text<Key: LocalizedKey>(_ key: Key, _ arguments: [String: String]) -> String {
        switch Key.catalogue.entry(key.rawValue, in: language, adding: added)?.text {
        case .text(let text): fill(text, arguments)
        case .plural(let forms): fill(forms["other"] ?? key.rawValue, arguments)
        case nil: key.rawValue
        }
    }

    /// The text of a key in the plural form for a count; `{count}` is the formatted count.
    func text<Key: LocalizedKey>(
        _ key: Key, count: Int, _ arguments: [String: String]
    ) -> String {
        var arguments = arguments
        arguments["count"] = number(count)
        guard let found = Key.catalogue.entry(key.rawValue, in: language, adding: added),
            case .plural(let forms) = found.text
        else { return text(key, arguments) }
        let form = forms[PluralRule.category(of: count, in: found.language)] ?? forms["other"]
        return fill(form ?? key.rawValue, arguments)
    }

    /// The text of a sentence; in English when it has no translation.
    func text(of sentence: Sentence) -> String {
        let words = translations.pattern(of: sentence.pattern, in: language)
        let sentence = Sentence(
            pattern: sentence.pattern,
            values: sentence.values.map { value in
                guard case .text(let text) = value, words != "{0}" else { return value }
                return .text(isolated(text))
            })
        return sentence.filling(isPseudo ? PseudoLocale.text(of: words) : words) { inner in
            isRightToLeft ? isolated(text(of: inner)) : text(of: inner)
        }
    }

    /// A whole number with the grouping of the language.
    func number(_ value: Int) -> String {
        WritingDirection.withoutMarks(value.formatted(.number.locale(locale)))
    }

    /// A point in time in a style.
    func format(_ time: Timestamp, _ style: Date.FormatStyle) -> String {
        var style = style.locale(locale)
        style.timeZone = timeZone
        return marked(Date(time).formatted(style))
    }

    /// A month and its year.
    func month(_ month: Int, of year: Int) -> String {
        // Noon of a day in the middle of the month, which is in that month everywhere.
        let day = UTCTime(year: year, month: month, day: 15, hour: 12)
        var style = Date.FormatStyle().month(.wide).year().locale(locale)
        style.timeZone = .gmt
        return marked(Date(day.timestamp).formatted(style))
    }

    /// How far a time is from another one.
    func relative(_ time: Timestamp, to now: Timestamp) -> String {
        // The style tells how far its anchor is from what it formats.
        let style = Date.AnchoredRelativeFormatStyle(
            anchor: Date(time), allowedFields: [.year, .month, .day, .hour, .minute],
            presentation: .numeric, unitsStyle: .wide, locale: locale)
        return marked(Date(now).formatted(style))
    }

    /// How far something is, counted in one unit, by a name where there is one, such as `yesterday`.
    func distance(_ count: Int, _ unit: DistanceUnit) -> String {
        let origin = Date(timeIntervalSince1970: 0)
        let style = Date.AnchoredRelativeFormatStyle(
            anchor: origin.addingTimeInterval(Double(count) * unit.seconds),
            allowedFields: [unit.field], presentation: .named, unitsStyle: .wide, locale: locale,
            calendar: calendar(in: .gmt))
        return marked(origin.formatted(style))
    }

    /// How many midnights lie between two times, negative when the second one is earlier.
    func days(from start: Timestamp, to end: Timestamp) -> Int {
        let calendar = calendar(in: timeZone)
        let first = calendar.startOfDay(for: Date(start))
        let last = calendar.startOfDay(for: Date(end))
        return calendar.dateComponents([.day], from: first, to: last).day ?? 0
    }

    /// The beginning of the day after a time.
    func nextDay(after time: Timestamp) -> Timestamp {
        let calendar = calendar(in: timeZone)
        let start = calendar.startOfDay(for: Date(time))
        let next = calendar.date(byAdding: .day, value: 1, to: start) ?? start + 86_400
        return Timestamp(next)
    }

    private func calendar(in timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    /// A value as a part of a text; its direction of writing does not change the order of the text.
    private func isolated(_ value: String) -> String {
        WritingDirection.mayDiffer(value, fromRightToLeft: isRightToLeft)
            ? WritingDirection.isolated(value) : value
    }

    private func marked(_ text: String) -> String {
        let text = WritingDirection.withoutMarks(text)
        return isPseudo ? PseudoLocale.mark(text) : text
    }

    /// Replaces `{name}` by its argument; a name without argument stays as it is.
    private func fill(_ text: String, _ arguments: [String: String]) -> String {
        let text = isPseudo ? PseudoLocale.text(of: text) : text
        guard text.contains("{") else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            result += arguments[name].map { isolated($0) } ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Turns `pt_BR.UTF-8` into `pt-BR`; `C` and `POSIX` are English, `pt` is that of Brazil.
    static func tag(of name: String) -> String {
        let parts = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        guard let language = parts.first?.lowercased(), !["c", "posix"].contains(language) else {
            return "en"
        }
        if parts == ["pt"] { return "pt-BR" }
        // BCP 47, section 2.1.1: scripts in title case, regions in capitals, all else in small.
        let subtags = parts.dropFirst().map { part in
            switch part.count {
            case 4: part.capitalized
            case 2: part.uppercased()
            default: part.lowercased()
            }
        }
        return ([language] + subtags).joined(separator: "-")
    }
}

extension Timestamp {
    /// A point in time, to the millisecond.
    init(_ date: Date) {
        self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }
}

extension Date {
    fileprivate init(_ time: Timestamp) {
        self.init(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    }
}
