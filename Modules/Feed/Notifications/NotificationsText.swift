import TenonUI

/// The texts of this feature.
enum NotificationsText: String, LocalizedKey {
    case title, help, unread, loading, empty, news, refresh, older, new, likes, follows,
        asksToFollow, mentions, shares, other, somebody, author, people, bothLike, othersLike,
        bothFollow, othersFollow, bothShared, othersShared

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
