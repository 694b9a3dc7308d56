import Testing
import WalletVault

@testable import WalletRenewals  // The calendar is internal.

@Suite("Cards by the month in which they run out")
struct RenewalCalendarTests {
    private let month = YearMonth(year: 2026, month: 11)

    @Test("There are twelve months, across the turn of the year")
    func months() throws {
        let calendar = RenewalCalendar([], in: try #require(month))
        let texts = calendar.months.map(\.month.cardText)
        #expect(texts.count == 12)
        #expect(texts.first == "11/26" && texts.last == "10/27")
        #expect(calendar.months.allSatisfy { $0.count == 0 })
    }
}
