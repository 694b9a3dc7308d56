import TenonUI

/// The texts of this feature.
enum MenuText: String, LocalizedKey {
    case title, help, loading, current, use, add, logout, waiting, sendNow, drop, retry,
        like, unlike, follow, unfollow, picture, refused, logoutTitle, logoutSummary, logoutUnsent,
        loggingOut, notRevoked, notRemoved, loggedOut, roomTitle, roomSummary, roomUsed, roomLimit,
        megabytes, inFile, inService

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
