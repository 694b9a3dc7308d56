import WalletVault

/// The cards that have expired or expire within a year, by month.
struct RenewalCalendar: Sendable, Equatable {
    /// How many months are looked ahead, the present one included.
    static let monthCount = 12

    /// The present month.
    let month: YearMonth
    /// Cards whose last month is over, the latest first.
    private(set) var expired: [ItemOverview] = []
    /// Cards whose last month is near, the next first.
    private(set) var upcoming: [ItemOverview] = []

    /// Sorts cards; those without a last month, or with one far away, do not count.
    init(_ cards: [ItemOverview], in month: YearMonth) {
        self.month = month
        let dated = cards.compactMap { card in
            card.expiry.map { (months: $0.months(since: month), card: card) }
        }.sorted { ($0.months, $0.card.title, $0.card.id) < ($1.months, $1.card.title, $1.card.id) }
        expired = dated.filter { $0.months < 0 }.reversed().map(\.card)
        upcoming = dated.filter { (0..<Self.monthCount).contains($0.months) }.map(\.card)
    }

    /// The coming months in order, each with the number of cards that expire in it.
    var months: [(month: YearMonth, count: Int)] {
        (0..<Self.monthCount).compactMap { distance in
            let number = month.month - 1 + distance
            return YearMonth(year: month.year + number / 12, month: number % 12 + 1).map { month in
                (month, upcoming.filter { $0.expiry == month }.count)
            }
        }
    }
}
