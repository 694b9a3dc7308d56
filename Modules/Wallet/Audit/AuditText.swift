import TenonSecurity
package import TenonUI
import WalletVault

/// The texts of this feature.
package enum AuditText: String, LocalizedKey {
    case action = "audit.action"
    case actionHelp = "audit.action.help"
    case title = "audit.title"
    case summary = "audit.summary"
    case options = "audit.options"
    case age = "audit.age"
    case ageHelp = "audit.age.help"
    case ageProblem = "audit.age.problem"
    case breaches = "audit.breaches"
    case breachesHelp = "audit.breaches.help"
    case start = "audit.start"
    case running = "audit.running"
    case detail = "audit.detail"
    case cancel = "audit.cancel"
    case retry = "audit.retry"
    case again = "audit.again"
    case checked = "audit.checked"
    case nothing = "audit.nothing"
    case found = "audit.found"
    case isStale = "audit.is-stale"
    case chart = "audit.chart"
    case chartPoint = "audit.chart.point"
    case open = "audit.open"
    case untitled = "audit.untitled"
    case breached = "audit.breached"
    case reused = "audit.reused"
    case weak = "audit.weak"
    case duplicated = "audit.duplicated"
    case old = "audit.old"
    case expired = "audit.expired"
    case breachedTimes = "audit.breached.times"
    case reusedTimes = "audit.reused.times"
    case weakBits = "audit.weak.bits"
    case duplicatedTimes = "audit.duplicated.times"
    case oldSince = "audit.old.since"
    case expiredSince = "audit.expired.since"

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)

    /// The result of an audit, in a sentence or two.
    package static func conclusion(of report: AuditReport, _ localizer: Localizer) -> String {
        guard !report.items.isEmpty else { return localizer(AuditText.nothing) }
        let numbers = report.problems.compactMap { problem in
            report.counts[problem].map { count in
                localizer(
                    AuditText.chartPoint,
                    ["title": title(of: problem, localizer), "count": localizer.number(count)])
            }
        }
        let found = localizer(AuditText.found, count: report.items.count)
        return "\(found) \(numbers.joined(separator: ", "))."
    }

    /// What a problem is called in the headings.
    package static func title(of problem: AuditProblem, _ localizer: Localizer) -> String {
        switch problem {
        case .breached: localizer(AuditText.breached)
        case .reused: localizer(AuditText.reused)
        case .weak: localizer(AuditText.weak)
        case .duplicated: localizer(AuditText.duplicated)
        case .old: localizer(AuditText.old)
        case .expired: localizer(AuditText.expired)
        }
    }

    /// The details of an item's problem; empty when it does not have it.
    package static func detail(
        of problem: AuditProblem, in item: AuditedItem, _ localizer: Localizer
    ) -> String {
        switch problem {
        case .breached:
            item.breached.map { localizer(AuditText.breachedTimes, count: $0) } ?? ""
        case .reused:
            item.reused.map { localizer(AuditText.reusedTimes, count: $0.count) } ?? ""
        case .weak:
            item.weak.map { localizer(AuditText.weakBits, count: Int($0.bits)) } ?? ""
        case .duplicated:
            item.duplicated.map { localizer(AuditText.duplicatedTimes, count: $0.count) } ?? ""
        case .old:
            item.old.map { localizer(AuditText.oldSince, ["date": localizer.date($0)]) } ?? ""
        case .expired:
            item.expired.map { localizer(AuditText.expiredSince, ["month": $0.cardText]) } ?? ""
        }
    }
}
