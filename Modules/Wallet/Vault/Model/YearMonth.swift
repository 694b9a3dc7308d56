package import TenonCore

/// A month of a year, as cards expire.
package struct YearMonth: Sendable, Hashable, Codable, Comparable {
    /// The year, such as 2027.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int

    /// The years that are taken.
    private static let years = 1900...2199

    /// Makes a month; `nil` when there is no such month.
    package init?(year: Int, month: Int) {
        guard Self.years.contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    /// Reads `04/27`, `4/2027`, `2027-04` or `04-27`; two digits of a year are of this century.
    package init?(_ text: String) {
        let parts = text.split(whereSeparator: { "/-. ".contains($0) })
        guard parts.count == 2, parts.allSatisfy({ (1...4).contains($0.utf8.count) }),
            let first = Int(parts[0]), let second = Int(parts[1])
        else { return nil }
        let isYearFirst = parts[0].utf8.count == 4
        let (year, month) = isYearFirst ? (first, second) : (second, first)
        let yearDigits = (isYearFirst ? parts[0] : parts[1]).utf8.count
        guard yearDigits == 2 || yearDigits == 4 else { return nil }
        self.init(year: yearDigits == 2 ? 2000 + year : year, month: month)
    }

    /// The month in which a time is, in UTC.
    package init(_ time: Timestamp) {
        let time = UTCTime(time)
        (year, month) = (time.year, time.month)
    }

    /// The months from another one to this one; negative when this one is earlier.
    package func months(since other: YearMonth) -> Int {
        (year - other.year) * 12 + month - other.month
    }

    /// Orders by time.
    package static func < (left: YearMonth, right: YearMonth) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }
}

extension YearMonth: CustomStringConvertible {
    /// `2027-04` (ISO 8601).
    package var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// `04/27`, as it stands on cards; with the whole year when it is not of this century.
    package var cardText: String {
        let twoDigits = year % 100
        guard (2000...2099).contains(year) else {
            return "\(month < 10 ? "0" : "")\(month)/\(year)"
        }
        return "\(month < 10 ? "0" : "")\(month)/\(twoDigits < 10 ? "0" : "")\(twoDigits)"
    }
}
