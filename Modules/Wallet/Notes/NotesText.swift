package import TenonUI

/// The texts of this feature.
package enum NotesText: String, LocalizedKey {
    case add = "notes.add"
    case copyText = "notes.copy-text"
    case empty = "notes.empty"
    case many = "notes.many"
    case missing = "notes.missing"
    case new = "notes.new"
    case noText = "notes.no-text"
    case one = "notes.one"
    case text = "notes.text"

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
