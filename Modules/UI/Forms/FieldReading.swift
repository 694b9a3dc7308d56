import Foundation
import TenonCore

/// Reads what a person types as a number, a day, a month or a file into the value of a field.
package enum FieldReading {
    /// Why a text is not the value of a field, as a sentence for people.
    package struct Problem: Error {
        /// What to type instead.
        package let sentence: String
    }

    /// The value of a field that a text stands for; white space around anything but text does not count.
    package static func value(
        of text: String, for field: Field, _ localizer: Localizer
    ) throws(Problem) -> FieldValue {
        switch field.kind {
        case .number(_, _, let range?):
            if let number = number(text, in: range) { return .text("\(number)") }
            throw Problem(sentence: localizer.words(.problemRange, range))
        case .number:
            if let number = number(text.trimmed, in: localizer.language) { return .text(number) }
            throw Problem(sentence: localizer(UIText.problemNumber))
        case .date:
            if let day = day(text.trimmed) { return .text(day) }
            throw Problem(sentence: localizer(UIText.problemDate))
        case .month:
            if let month = month(text.trimmed) { return .text(month) }
            throw Problem(sentence: localizer(UIText.problemMonth))
        case .file:
            if let file = file(text.trimmed) { return .file(file) }
            let path = path(text.trimmed)
            throw Problem(sentence: localizer(UIText.problemFile, ["path": path]))
        case .tokens:
            return .choices(TokenText(text).tokens)
        case .text, .secret, .toggle, .choice, .choices:
            return .text(text)
        }
    }

    /// The English form, without grouping, of a number as the person's language writes it.
    ///
    /// Its digits may be those of any script.
    ///
    /// - Parameter language: A BCP 47 tag.
    /// - Returns: `nil` when it is not a number.
    package static func number(_ text: String, in language: String) -> String? {
        var number = withLatinDigits(text)
        if Locale(identifier: language).decimalSeparator == ",", number.contains(",") {
            number = number.replacing(".", with: "").replacing(" ", with: "")
                .replacing(",", with: ".")
        }
        guard number.wholeMatch(of: /[-+]?[0-9]+(\.[0-9]+)?/) != nil else { return nil }
        return number
    }

    /// The whole number that a text is, with digits of any script; `nil` when it is not within a range.
    package static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
        Int(withLatinDigits(text).filter { !$0.isWhitespace })
            .flatMap { range.contains($0) ? $0 : nil }
    }

    /// Whether a range has so few numbers that one can be found by moving a slider.
    package static func canSlide(_ range: ClosedRange<Int>) -> Bool {
        range.count > 1 && range.count <= 256
    }

    /// A day as `YYYY-MM-DD`, with digits of any script; `nil` when there is no such day.
    private static func day(_ text: String) -> String? {
        let text = withLatinDigits(text)
        guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            DateComponents(
                calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day
            ).isValidDate
        else { return nil }
        return text
    }

    /// A month as `YYYY-MM`, of that or of what stands on cards, `4/28`; `nil` when there is no such month.
    ///
    /// Its digits may be those of any script; two digits of a year are of this century. Keys for numbers
    /// may have no stroke, so `0428` and `042028` are taken, too.
    package static func month(_ text: String) -> String? {
        let text = withLatinDigits(text)
        var parts: (year: Substring, month: Substring)?
        if let match = text.wholeMatch(of: /([0-9]{4}) ?[\/.\- ] ?([0-9]{1,2})/) {
            parts = (match.1, match.2)
        } else if let match = text.wholeMatch(of: /([0-9]{1,2}) ?[\/.\- ] ?([0-9]{4}|[0-9]{2})/) {
            parts = (match.2, match.1)
        } else if let match = text.wholeMatch(of: /([0-9]{2})([0-9]{4}|[0-9]{2})/) {
            parts = (match.2, match.1)
        }
        guard let parts, let month = Int(parts.month), (1...12).contains(month) else { return nil }
        let year = parts.year.count == 2 ? "20\(parts.year)" : "\(parts.year)"
        return "\(year)-\(month < 10 ? "0" : "")\(month)"
    }

    /// A month as people read it, `04/2028` of `2028-04`; what is no month stays as it was typed.
    package static func shownMonth(_ month: String) -> String {
        guard let match = month.wholeMatch(of: /([0-9]{4})-(0[1-9]|1[0-2])/) else { return month }
        return "\(match.2)/\(match.1)"
    }

    /// The file at a path that is typed, whether it is there or not.
    package static func file(at text: String) -> FileValue {
        let path = path(text)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return FileValue(name: name, content: .path(path))
    }

    /// A file or folder that can be read; `nil` when there is none.
    ///
    /// The scene decides whether a folder will do: some exports are folders.
    ///
    /// - Parameter text: A path; it may be quoted, as terminals do it, and begin with `~/`.
    private static func file(_ text: String) -> FileValue? {
        let path = path(text)
        // An empty path would be the current folder of this process.
        guard !path.isEmpty else { return nil }
        let url = URL(fileURLWithPath: path)
        guard FileManager.default.isReadableFile(atPath: url.path) else { return nil }
        return FileValue(name: url.lastPathComponent, content: .path(url.path))
    }

    /// A text with the digits 0 to 9 and a full stop for those of other scripts.
    private static func withLatinDigits(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch (scalar, scalar.properties.numericType, scalar.properties.numericValue) {
            // The separators that Arabic digits have of their own.
            case ("\u{66B}", _, _): result += "."
            case ("\u{66C}", _, _): continue
            case (_, .decimal, let value?): result += "\(Int(value))"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The path in a text, without quotes and with the person's folder for `~`.
    package static func path(_ text: String) -> String {
        var path = text
        for quote in ["'", "\""]
        where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            path = String(path.dropFirst().dropLast())
        }
        return path.hasPrefix("~/") ? NSString(string: path).expandingTildeInPath : path
    }
}

extension Localizer {
    /// A text about a range, with its ends as `{first}` and `{last}`.
    package func words(_ text: UIText, _ range: ClosedRange<Int>) -> String {
        self(text, ["first": number(range.lowerBound), "last": number(range.upperBound)])
    }

    /// A text with the first few of what may be typed, as `{texts}`.
    package func words(_ text: UIText, _ suggestions: [String]) -> String {
        let few = suggestions.prefix(12)
        let more = few.count < suggestions.count ? ["…"] : []
        return self(text, ["texts": (few + more).joined(separator: ", ")])
    }
}
