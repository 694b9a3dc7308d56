import TenonUI

/// The texts of this feature.
enum PeopleText: String, LocalizedKey {
    case title, profileHelp, loading, posts, followers, following, since, relation, followedByYou,
        followsYou, requested, notRelated, follow, unfollow, refresh, older, bot, locked,
        followersTitle, followingTitle, likersTitle, sharersTitle, nobody, loadingPeople, header

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
