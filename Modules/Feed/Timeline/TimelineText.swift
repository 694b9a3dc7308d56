import TenonUI

/// The texts of this feature.
enum TimelineText: String, LocalizedKey {
    case home, homeHelp, everyone, everyoneHelp, liked, likedHelp, likedEmpty, homeEmpty, empty,
        loading, waiting, noNews, news, older, olderHelp, refresh, refreshHelp, signInAgain

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
