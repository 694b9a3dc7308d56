import TenonUI

/// The texts that only this front end needs.
enum DesktopText: String, LocalizedKey {
    case emptyList, count, menu, rowMenu, calendar, choose, show, hide, path, pathOfKind,
        nothingChosen, shortcuts, shortcutsHere, shortcutsGeneral, discardMessage

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
