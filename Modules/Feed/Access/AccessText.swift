import TenonUI

/// The texts of this feature.
enum AccessText: String, LocalizedKey {
    case title, addTitle, summary, server, serverHelp, ask, asking, resuming, pendingSummary, page,
        pageLink, code, codeHelp, enter, checking, browser, browserHelp, inBrowser, browserDone,
        startOver

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
