import FeedStore
package import TenonCore
import TenonUI

/// Looks for people and hashtags.
package enum SearchPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.search", version: "1.0.0", summary: "Looks for people and hashtags")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes, using: .clock) { [try .search($0)] }
        registrar.contribute(.destinations, priority: 48) {
            [
                ApplicationDestination(
                    to: FeedRoute.search, SearchText.title, help: .help, icon: .search,
                    shortcut: "s")
            ]
        }
    }
}

@section("tenon_plugins") @used
let searchPluginRecord: PluginRecord = (1, 0, { $0.store(SearchPlugin.self) })
