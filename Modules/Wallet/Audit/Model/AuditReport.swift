import TenonCore
import TenonSecurity
import WalletVault

/// What an audit found.
package struct AuditReport: Sendable, Equatable {
    /// What was looked for.
    let options: AuditOptions
    /// How many items were looked at.
    package let checked: Int
    /// The items with problems, by title.
    package let items: [AuditedItem]
    /// How many items have each problem.
    package let counts: [AuditProblem: Int]
    /// The places of the items with each problem, in the order in which they are shown.
    private let places: [AuditProblem: [Int]]

    init(options: AuditOptions, checked: Int, items: [AuditedItem]) {
        self.options = options
        self.checked = checked
        self.items = items
        var places: [AuditProblem: [Int]] = [:]
        for (place, item) in items.enumerated() {
            for problem in item.problems { places[problem, default: []].append(place) }
        }
        for problem in places.keys {
            places[problem]?.sort { left, right in
                if Self.isBefore(items[left], items[right], problem) { return true }
                // Within the same rank the order is by title.
                return left < right && !Self.isBefore(items[right], items[left], problem)
            }
        }
        self.places = places
        counts = places.mapValues(\.count)
    }

    /// What was looked for: all problems, but breaches only when there is a list.
    package var problems: [AuditProblem] {
        AuditProblem.allCases.filter { $0 != .breached || options.breaches != nil }
    }

    /// The items with a problem, the worst first; those that belong together stand together.
    ///
    /// - Parameter window: Which of them; all unless given. What lies outside is left out.
    package func items(
        with problem: AuditProblem, in window: Range<Int>? = nil
    ) -> [AuditedItem] {
        let places = places[problem] ?? []
        let all = 0..<places.count
        return places[window?.clamped(to: all) ?? all].map { items[$0] }
    }

    private static func isBefore(
        _ left: AuditedItem, _ right: AuditedItem, _ problem: AuditProblem
    ) -> Bool {
        switch problem {
        case .breached: (left.breached ?? 0) > (right.breached ?? 0)
        case .reused: isBefore(left.reused, right.reused)
        case .weak: (left.weak?.bits ?? 0) < (right.weak?.bits ?? 0)
        case .duplicated: isBefore(left.duplicated, right.duplicated)
        case .old: (left.old?.milliseconds ?? 0) < (right.old?.milliseconds ?? 0)
        case .expired: isBefore(left.expired, right.expired)
        case .unmatched: false
        }
    }

    /// Larger groups come first.
    private static func isBefore(
        _ left: AuditedItem.Group?, _ right: AuditedItem.Group?
    ) -> Bool {
        guard let left, let right else { return false }
        return (-left.count, left.number) < (-right.count, right.number)
    }

    private static func isBefore(_ left: YearMonth?, _ right: YearMonth?) -> Bool {
        guard let left, let right else { return false }
        return left < right
    }
}
