/// A date of the Gregorian calendar and a time of day, in UTC and to the second.
package struct UTCTime: Sendable, Equatable {
    /// The year; 0 is the one before the year 1.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int
    /// The hour, 0 to 23.
    package let hour: Int
    /// The minute, 0 to 59.
    package let minute: Int
    /// The second, 0 to 59; 60 when a leap second was read.
    package let second: Int

    private static let secondsOfDay = 86_400
    /// The days from the first of March of the year 0 to 1970-01-01.
    private static let daysBefore1970 = 719_468

    /// Makes a date and time.
    ///
    /// A day beyond the end of its month counts as one of the next.
    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The date and time of a point in time; fractions of a second are dropped.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    package init(_ time: Timestamp) {
        let seconds = Int(time.second.milliseconds) / 1000
        let inDay = (seconds % Self.secondsOfDay + Self.secondsOfDay) % Self.secondsOfDay
        let days = (seconds - inDay) / Self.secondsOfDay + Self.daysBefore1970
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * fromMarch + 2) / 5 + 1,
            hour: inDay / 3600, minute: inDay / 60 % 60, second: inDay % 60)
    }

    /// The point in time.
    ///
    /// Source: days_from_civil of the same page.
    package var timestamp: Timestamp {
        let fromMarch = month > 2 ? month - 3 : month + 9
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * fromMarch + 2) / 5 + day - 1
        let days =
            era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - Self.daysBefore1970
        return Timestamp(
            seconds: Int64(days * Self.secondsOfDay + (hour * 60 + minute) * 60 + second))
    }
}

extension UTCTime: CustomStringConvertible {
    /// `2026-11-21T09:30:00Z` (RFC 3339).
    package var description: String {
        func digits(_ value: Int, _ count: Int = 2) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month))-\(digits(day))"
            + "T\(digits(hour)):\(digits(minute)):\(digits(second))Z"
    }
}
