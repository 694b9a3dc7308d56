import TenonCore
import TenonSecurity
import WalletVault

/// What an audit found.
package struct AuditReport: Sendable, Equatable {
    /// What was looked for.
    package let options: AuditOptions
    /// How many items were looked at.
    package let checked: Int
    /// The items with problems, by title.
    package let items: [AuditedItem]
    /// How many items have each problem.
    package let counts: [AuditProblem: Int]

    init(options: AuditOptions, checked: Int, items: [AuditedItem]) {
        self.options = options
        self.checked = checked
        self.items = items
        var counts: [AuditProblem: Int] = [:]
        for item in items {
            for problem in item.problems { counts[problem, default: 0] += 1 }
        }
        self.counts = counts
    }

    /// What was looked for: all problems, but breaches only when there is a list.
    package var problems: [AuditProblem] {
        AuditProblem.allCases.filter { $0 != .breached || options.breaches != nil }
    }

    /// The items with a problem, the worst first; those that belong together stand together.
    package func items(with problem: AuditProblem) -> [AuditedItem] {
        let found = items.filter { $0.has(problem) }
        // The sort is stable: within the same rank the order is by title.
        return switch problem {
        case .breached: found.sorted { ($0.breached ?? 0) > ($1.breached ?? 0) }
        case .reused: found.sorted { Self.isBefore($0.reused, $1.reused) }
        case .weak: found.sorted { ($0.weak?.bits ?? 0) < ($1.weak?.bits ?? 0) }
        case .duplicated: found.sorted { Self.isBefore($0.duplicated, $1.duplicated) }
        case .old:
            found.sorted { ($0.old?.milliseconds ?? 0) < ($1.old?.milliseconds ?? 0) }
        case .expired:
            found.sorted { left, right in
                guard let left = left.expired, let right = right.expired else { return false }
                return left < right
            }
        }
    }

    /// Larger groups come first.
    private static func isBefore(
        _ left: AuditedItem.Group?, _ right: AuditedItem.Group?
    ) -> Bool {
        guard let left, let right else { return false }
        return (-left.count, left.number) < (-right.count, right.number)
    }
}
