import TenonUI

/// The texts of this feature.
enum RenewalsText: String, LocalizedKey {
    case title, help, summary, loading, empty, chart, conclusion, expired, upcoming

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
