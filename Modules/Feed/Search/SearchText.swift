import TenonUI

/// The texts of this feature.
enum SearchText: String, LocalizedKey {
    case title, help, label, hint, asking, nothing, people, tags

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
