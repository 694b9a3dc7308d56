import FeedAPI
import FeedStore
import TenonCore
import TenonUI

/// The lists of posts.
enum TimelineKind: Sendable, Equatable {
    case home
    case everyone
    case liked
    case tag(RouteText)

    /// The list of the server.
    var list: FeedList<Post> {
        switch self {
        case .home: .home
        case .everyone: .everyone
        case .liked: .liked
        case .tag(let name): Hashtag(name.routeText).map { .tag($0) } ?? .everyone
        }
    }

    var location: Location {
        switch self {
        case .home: FeedRoute.feed.location()
        case .everyone: FeedRoute.everyone.location()
        case .liked: FeedRoute.liked.location()
        case .tag(let name): FeedRoute.tag.location(name)
        }
    }

    func title(_ localizer: Localizer) -> String {
        switch self {
        case .home: localizer(TimelineText.home)
        case .everyone: localizer(TimelineText.everyone)
        case .liked: localizer(TimelineText.liked)
        case .tag(let name): "#\(HarmlessText.line(name.routeText))"
        }
    }

    func empty(_ localizer: Localizer) -> String {
        switch self {
        case .home: localizer(TimelineText.homeEmpty)
        case .liked: localizer(TimelineText.likedEmpty)
        case .everyone, .tag: localizer(TimelineText.empty)
        }
    }
}
