import FeedStore
package import TenonCore
import TenonUI

/// Shows posts, and takes new ones.
package enum PostsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.posts", version: "1.0.0", summary: "Shows posts, and takes new ones")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices, .confirmations, .files)
        registrar.contribute(.scenes) {
            [try .post(), try .comments(), try .write(), try .answer()]
        }
        registrar.contribute(.destinations, priority: 40) {
            [
                ApplicationDestination(
                    to: FeedRoute.write, PostsText.write, help: .writeHelp, icon: .add,
                    accelerator: .new)
            ]
        }
    }
}

@section("tenon_plugins") @used
let postsPluginRecord: PluginRecord = (1, 0, { $0.store(PostsPlugin.self) })
