package import TenonCore
import TenonNetworking

/// Keeps what was seen, and what is still to be sent.
package enum FeedStorePlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.store", version: "1.0.0",
        summary: "Keeps what was seen, and what is still to be sent, for each account")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(
            .feedLibrary, using: .databases, .networker, .clock, .configuration, .application
        ) { databases, networker, clock, configuration, application in
            let places = UserPlaces(of: application, in: configuration)
            return FeedLibrary(
                databases, path: try places.dataFile("photofeed.db"), networker: networker,
                clock: clock)
        }
        // Of each layer of a session its own: signing in adds one.
        registrar.provide(.feedWatch, .session, using: .feedAccount, .clock) {
            FeedWatch($0, clock: $1)
        }
    }
}

@section("tenon_plugins") @used
let feedStorePluginRecord: PluginRecord = (1, 0, { $0.store(FeedStorePlugin.self) })
