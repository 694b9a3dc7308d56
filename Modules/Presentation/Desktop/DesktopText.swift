import TenonUI

/// The texts that only this front end needs.
enum DesktopText: String, LocalizedKey {
    case emptyList = "desktop.list.empty"
    case count = "desktop.list.count"
    case more = "desktop.more"
    case menu = "desktop.menu"
    case rowMenu = "desktop.row-menu"
    case calendar = "desktop.calendar"
    case dateFormat = "desktop.date-format"
    case choose = "desktop.choose"
    case show = "desktop.show"
    case hide = "desktop.hide"
    case path = "desktop.path"
    case pathOfKind = "desktop.path-of-kind"
    case nothingChosen = "desktop.nothing-chosen"
    case close = "desktop.close"
    case shortcuts = "desktop.shortcuts"
    case shortcutsHere = "desktop.shortcuts.here"
    case shortcutsGeneral = "desktop.shortcuts.general"
    case quit = "desktop.quit"
    case find = "desktop.find"
    case discardTitle = "desktop.discard.title"
    case discardMessage = "desktop.discard.message"
    case discardConfirm = "desktop.discard.confirm"
    case progressOf = "desktop.progress.of"

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
