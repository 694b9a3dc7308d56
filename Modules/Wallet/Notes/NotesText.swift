package import TenonUI

/// The texts of this feature.
package enum NotesText: String, LocalizedKey {
    case add, copyText, empty, many, missing, new, noText, one, text

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
