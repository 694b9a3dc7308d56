import FeedStore
package import TenonCore
import TenonUI

/// Shows lists of posts.
package enum TimelinePlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.timeline", version: "1.0.0", summary: "Shows lists of posts")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices)
        registrar.contribute(.scenes) { [try .home(), try .everyone(), try .liked(), try .tag()] }
        registrar.contribute(.destinations, priority: 50) {
            [
                ApplicationDestination(
                    to: FeedRoute.feed, TimelineText.home, help: .homeHelp, icon: .home,
                    shortcut: "f"),
                ApplicationDestination(
                    to: FeedRoute.everyone, TimelineText.everyone, help: .everyoneHelp,
                    icon: .explore, shortcut: "i"),
                ApplicationDestination(
                    to: FeedRoute.liked, TimelineText.liked, help: .likedHelp, icon: .heart,
                    shortcut: "v"),
            ]
        }
    }
}

@section("tenon_plugins") @used
let timelinePluginRecord: PluginRecord = (1, 0, { $0.store(TimelinePlugin.self) })
