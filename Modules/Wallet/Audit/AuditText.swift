import TenonCore
import TenonSecurity
package import TenonUI
import WalletVault

/// The texts of this feature.
package enum AuditText: String, LocalizedKey {
    case title, placeHelp, summary, options, age, ageHelp, breaches,
        breachesHelp, start, running, again, checked, nothing, found, isStale, chart, chartPoint,
        untitled, unmatched, unmatchedSite, breached, reused, weak, duplicated, old, expired,
        breachedTimes, reusedTimes,
        weakBits, duplicatedTimes, oldSince, expiredSince
    case attachments, comparing, differsIn, duplicates, duplicatesHelp, duplicatesSummary, fields,
        merge, merged, mergeHelp, mergeMessage, mergeCodes, mergePasswords, mergeTitle,
        noDuplicates, onlyOne, otherPassword, same, sameItems, sites, tags, titles

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

    /// The title of an item as it is shown.
    static func title(of item: ItemOverview, _ localizer: Localizer) -> String {
        item.title.isEmpty ? localizer(AuditText.untitled) : item.title
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
        case .unmatched: localizer(AuditText.unmatched)
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
        case .unmatched:
            item.unmatched.map {
                localizer(AuditText.unmatchedSite, ["site": HarmlessText.line($0)])
            } ?? ""
        }
    }
}
