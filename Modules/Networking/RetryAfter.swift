import HTTPTypes
package import TenonCore

/// How long a server asks to wait: a number of seconds or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Reads the field of a reply; `nil` when it is missing or cannot be read.
    ///
    /// - Parameter now: The time that a date is compared with; one that is over means not to wait.
    static func duration(in fields: HTTPFields, now: Timestamp) -> Duration? {
        guard let text = fields[.retryAfter] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(UInt32(text) ?? .max)
        }
        guard let date = HTTPDate.timestamp(of: text) else { return nil }
        return .milliseconds(max(0, date.milliseconds - now.milliseconds))
    }
}

/// Dates as HTTP writes them, in all three forms (RFC 9110, section 5.6.7).
package enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    /// `Sun Nov  6 08:49:37 1994`.
    package static func timestamp(of text: String) -> Timestamp? {
        var words = text.split { " ,-:".contains($0) }
        guard words.count >= 7 else { return nil }
        if words.count == 7 {
            // The oldest form: month before day, and the year at the end.
            words = [words[0], words[2], words[1], words[6], words[3], words[4], words[5], "GMT"]
        }
        let numbers = [words[1], words[3], words[4], words[5], words[6]].map { Int($0) ?? -1 }
        guard words.count == 8, words[7] == "GMT",
            let month = months.firstIndex(of: String(words[2])),
            (1...31).contains(numbers[0]), (0...9999).contains(numbers[1]),
            (0...23).contains(numbers[2]), (0...59).contains(numbers[3]),
            (0...60).contains(numbers[4])
        else { return nil }
        let year = numbers[1] + (words[3].count == 2 ? (numbers[1] < 70 ? 2000 : 1900) : 0)
        return UTCTime(
            year: year, month: month + 1, day: numbers[0], hour: numbers[2], minute: numbers[3],
            second: numbers[4]
        ).timestamp
    }

    /// Writes a time in the form that is preferred, to the second.
    package static func text(of time: Timestamp) -> String {
        let utc = UTCTime(time)
        func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        // The first of January 1970 was a Thursday.
        let day = Int((time.second.milliseconds / 86_400_000 + 4) % 7)
        let clock = [utc.hour, utc.minute, utc.second].map(digits).joined(separator: ":")
        return "\(weekdays[day]), \(digits(utc.day)) \(months[utc.month - 1]) \(utc.year) "
            + "\(clock) GMT"
    }
}
