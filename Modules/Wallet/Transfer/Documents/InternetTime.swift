import TenonCore

/// Times as RFC 3339 writes them: `2026-11-21T09:30:00.123Z`.
enum InternetTime {
    private static let day: Int64 = 86_400

    /// Reads a time; a missing offset is taken as UTC.
    static func read(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int64? {
            guard start + count <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[start..<start + count] {
                guard 0x30...0x39 ~= byte else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            return value
        }
        guard let year = number(0, 4), let month = number(5, 2), let date = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            (1...12).contains(month), (1...31).contains(date), hour < 24, minute < 60,
            second <= 60, bytes[4] == 0x2D, bytes[13] == 0x3A
        else { return nil }
        var position = 19
        var milliseconds: Int64 = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            let digits = bytes[(position + 1)...].prefix { 0x30...0x39 ~= $0 }
            let padded = digits.prefix(3) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
            milliseconds = padded.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
            position += 1 + digits.count
        }
        var offset: Int64 = 0
        if position < bytes.count, bytes[position] != UInt8(ascii: "Z") {
            guard let hours = number(position + 1, 2) else { return nil }
            let minutes = number(position + 4, 2) ?? 0
            offset = (hours * 60 + minutes) * (bytes[position] == UInt8(ascii: "-") ? -60 : 60)
        }
        let seconds =
            days(year, month, date) * day + hour * 3_600 + minute * 60 + second - offset
        return Timestamp(milliseconds: seconds * 1_000 + milliseconds)
    }

    /// The time some seconds after 1970 or before; `nil` outside of the years 1 to 9999.
    static func read(seconds: Int) -> Timestamp? {
        (-62_135_596_800...253_402_300_799).contains(seconds)
            ? Timestamp(seconds: Int64(seconds)) : nil
    }

    /// Writes a time in UTC, to the millisecond.
    static func write(_ time: Timestamp) -> String {
        let total = time.milliseconds
        let milliseconds = ((total % 1_000) + 1_000) % 1_000
        let seconds = (total - milliseconds) / 1_000
        let inDay = ((seconds % day) + day) % day
        let (year, month, date) = civil((seconds - inDay) / day)
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = "\(value)"
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(date, 2))T"
            + "\(digits(inDay / 3_600, 2)):\(digits(inDay / 60 % 60, 2)):\(digits(inDay % 60, 2))"
            + ".\(digits(milliseconds, 3))Z"
    }

    /// Days from 1970 to a date of the Gregorian calendar.
    ///
    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
    private static func days(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// The date of a day counted from 1970; civil_from_days of the same source.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, date: Int64) {
        let days = days + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }
}
