import Foundation

/// What a person types as a number, a day or a file, as the value of a field.
package enum FieldReading {
    /// A number of the person's language as it is written in English without grouping.
    ///
    /// - Parameter language: A BCP 47 tag.
    /// - Returns: `nil` when it is not a number.
    package static func number(_ text: String, in language: String) -> String? {
        var number = text
        if Locale(identifier: language).decimalSeparator == ",", text.contains(",") {
            number = text.replacing(".", with: "").replacing(" ", with: "")
                .replacing(",", with: ".")
        }
        guard number.wholeMatch(of: /[-+]?[0-9]+(\.[0-9]+)?/) != nil else { return nil }
        return number
    }

    /// A day as `YYYY-MM-DD`; `nil` when there is no such day.
    package static func day(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            DateComponents(
                calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day
            ).isValidDate
        else { return nil }
        return text
    }

    /// A file or folder that can be read; `nil` when there is none.
    ///
    /// Some exports are folders; whether one is wanted, the scene knows.
    ///
    /// - Parameter text: A path; it may be quoted, as terminals do it, and begin with `~/`.
    package static func file(_ text: String) -> FileValue? {
        let path = path(text)
        // No text would be the folder that this process is in.
        guard !path.isEmpty else { return nil }
        let url = URL(fileURLWithPath: path)
        guard FileManager.default.isReadableFile(atPath: url.path) else { return nil }
        return FileValue(name: url.lastPathComponent, content: .path(url.path))
    }

    /// The path that a text is, without quotes and with the folder of the person for `~`.
    package static func path(_ text: String) -> String {
        var path = text
        for quote in ["'", "\""]
        where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            path = String(path.dropFirst().dropLast())
        }
        return path.hasPrefix("~/") ? NSString(string: path).expandingTildeInPath : path
    }
}
