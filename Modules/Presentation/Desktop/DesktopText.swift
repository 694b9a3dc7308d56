import TenonUI

/// The texts that only this front end needs.
enum DesktopText: String, LocalizedKey {
    case emptyList, count, menu, rowMenu, calendar, choose, chooseSeveral, path, pathOfKind,
        nothingChosen, shortcuts, shortcutsHere, shortcutsGeneral, year

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
