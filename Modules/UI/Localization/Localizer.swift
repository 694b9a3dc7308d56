import Foundation
public import TenonCore

/// Finds texts and formats values in the person's language.
public struct Localizer: Sendable {
    /// The language as a BCP 47 tag, for example `pt-BR`.
    public let language: String

    private let locale: Locale
    private let timeZone: TimeZone

    /// Makes a localizer.
    ///
    /// - Parameters:
    ///   - language: A BCP 47 tag or a POSIX locale name such as `pt_BR.UTF-8`.
    ///   - timeZone: The name of a zone for dates; the system's when it is absent or unknown.
    public init(language: String, timeZone: String? = nil) {
        self.language = Self.tag(of: language)
        locale = Locale(identifier: self.language)
        self.timeZone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    }

    /// The text of a key, with `{name}` replaced by arguments.
    public func callAsFunction<Key: LocalizedKey>(
        _ key: Key, _ arguments: [String: String] = [:]
    ) -> String {
        switch Key.catalogue.entry(key.rawValue, in: language)?.entry {
        case .text(let text): Self.fill(text, arguments)
        case .plural(let forms): Self.fill(forms["other"] ?? key.rawValue, arguments)
        case nil: key.rawValue
        }
    }

    /// The text of a key in the plural form for a count; `{count}` is the formatted count.
    public func callAsFunction<Key: LocalizedKey>(
        _ key: Key, count: Int, _ arguments: [String: String] = [:]
    ) -> String {
        var arguments = arguments
        arguments["count"] = number(count)
        guard let found = Key.catalogue.entry(key.rawValue, in: language),
            case .plural(let forms) = found.entry
        else { return self(key, arguments) }
        let form = forms[PluralRule.category(of: count, in: found.language)] ?? forms["other"]
        return Self.fill(form ?? key.rawValue, arguments)
    }

    /// A whole number with the grouping of the language.
    public func number(_ value: Int) -> String {
        value.formatted(.number.locale(locale))
    }

    /// A day, in medium length.
    public func date(_ time: Timestamp) -> String {
        format(time, .init(date: .abbreviated, time: .omitted))
    }

    /// A day and a time to the minute.
    public func dateAndTime(_ time: Timestamp) -> String {
        format(time, .init(date: .abbreviated, time: .shortened))
    }

    private func format(_ time: Timestamp, _ style: Date.FormatStyle) -> String {
        var style = style.locale(locale)
        style.timeZone = timeZone
        return Date(timeIntervalSince1970: Double(time.milliseconds) / 1000).formatted(style)
    }

    /// Replaces `{name}` by its argument; a name without argument stays as it is.
    private static func fill(_ text: String, _ arguments: [String: String]) -> String {
        guard text.contains("{") else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            result += arguments[name] ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Turns `pt_BR.UTF-8` into `pt-BR`; `C` and `POSIX` are English, `pt` is that of Brazil.
    private static func tag(of name: String) -> String {
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

/// The plural categories of CLDR for whole numbers.
enum PluralRule {
    /// The category of a count; languages that are not named here follow the rule of English.
    static func category(of count: Int, in language: String) -> String {
        let (tens, hundreds) = (abs(count) % 10, abs(count) % 100)
        switch language.prefix(2) {
        case "pt", "fr":
            return abs(count) <= 1 ? "one" : "other"
        case "ja", "ko", "zh", "th", "vi", "id":
            return "other"
        case "ru", "uk":
            if tens == 1, hundreds != 11 { return "one" }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? "few" : "many"
        case "pl":
            if count == 1 { return "one" }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? "few" : "many"
        case "cs", "sk":
            return count == 1 ? "one" : (2...4).contains(count) ? "few" : "other"
        default:
            return count == 1 ? "one" : "other"
        }
    }
}
