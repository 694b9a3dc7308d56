import FeedStore
package import TenonCore
import TenonUI

/// Shows people.
package enum PeoplePlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.people", version: "1.0.0", summary: "Shows people, and follows them")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices)
        registrar.contribute(.scenes) {
            [
                try .user(), try .ownProfile(), try .followers(at: FeedRoute.followers),
                try .followers(at: FeedRoute.follower), try .following(), try .likers(),
                try .sharers(),
            ]
        }
        registrar.contribute(.destinations, priority: 30) {
            [
                ApplicationDestination(
                    to: FeedRoute.profile, PeopleText.title, help: .profileHelp, icon: .person,
                    shortcut: "p")
            ]
        }
    }
}

@section("tenon_plugins") @used
let peoplePluginRecord: PluginRecord = (1, 0, { $0.store(PeoplePlugin.self) })
