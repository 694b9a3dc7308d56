/// What each of many may still do; it is earned again as time passes.
///
/// Whoever did nothing for long is forgotten, so that any number of them needs no more than so much memory. There
/// are two generations, as in ``SignatureGate``, so that many newcomers do not make others be forgotten that go on.
struct Budgets<Owner: Hashable & Sendable>: Sendable {
    private struct Budget {
        var left: Double
        var time: Int64
    }

    private let size: Double
    private let period: Double
    private let limit: Int
    private var recent: [Owner: Budget] = [:]
    private var earlier: [Owner: Budget] = [:]

    /// Makes budgets, each of which is full at first.
    ///
    /// - Parameters:
    ///   - size: How much one may do at once, and within each period.
    ///   - period: How long it takes to earn all of it again, in milliseconds.
    ///   - limit: How many owners are remembered at least.
    init(_ size: Int, in period: Int64, remembering limit: Int = 100_000) {
        self.size = Double(size)
        self.period = Double(period)
        self.limit = limit
    }

    /// Takes one from the budget of somebody.
    ///
    /// - Returns: `nil`, or how many seconds later there is one, when there is none.
    mutating func take(from owner: Owner, at time: Int64) -> Int? {
        if recent.count >= limit { (earlier, recent) = (recent, [:]) }
        var budget = recent[owner] ?? earlier[owner] ?? Budget(left: size, time: time)
        let earned = Double(max(0, time - budget.time)) / period * size
        budget = Budget(left: min(size, budget.left + earned), time: time)
        defer { recent[owner] = budget }
        guard budget.left >= 1 else { return Int((1 - budget.left) / size * period / 1_000) + 1 }
        budget.left -= 1
        return nil
    }
}
