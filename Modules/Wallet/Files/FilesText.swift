import TenonUI

/// The texts of this feature.
enum FilesText: String, LocalizedKey {
    case title, help, summary, loading, empty, elsewhere, elsewhereHelp
    case file, item, size, attached, openAction, openTitle, openMessage, goOn, working
    case saveAction, saveTitle, saveSummary, path, pathHelp, pathProblem, replace, saved
    case removeAction, removeTitle, removeMessage, removed
    case addTitle, addSummary, chosen, name, nameHelp, addAction, adding, added

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
