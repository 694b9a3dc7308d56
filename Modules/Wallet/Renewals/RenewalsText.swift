import TenonUI

/// The texts of this feature.
enum RenewalsText: String, LocalizedKey {
    case title = "renewals.title"
    case help = "renewals.help"
    case summary = "renewals.summary"
    case loading = "renewals.loading"
    case empty = "renewals.empty"
    case retry = "renewals.retry"
    case chart = "renewals.chart"
    case conclusion = "renewals.conclusion"
    case expired = "renewals.expired"
    case upcoming = "renewals.upcoming"
    case open = "renewals.open"

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
