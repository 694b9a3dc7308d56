import TenonCore
import TenonNetworking

/// Lets a server be one for photographs that speaks Mastodon's client API.
enum FeedServerPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "feed.server", version: "1.0.0",
        summary: "A demonstration with people, photographs, and Mastodon's client API")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.declare(
            FeedServerSettings.folder, FeedServerSettings.requests, FeedServerSettings.processing,
            FeedServerSettings.tokenLife)
        registrar.provide(.feedStore, using: .databases, .configuration, .application) {
            databases, configuration, application in
            let settings = try FeedServerSettings(configuration, of: application)
            return FeedStore(databases, address: settings.database)
        }
        registrar.provide(.eventHub, using: .clock) {
            EventHub(start: Int($0.now().milliseconds) * 1_000)
        }
        registrar.contribute(.servedParts, using: .feedStore, .eventHub) { store, hub in
            [
                ServedPart {
                    try store.open()
                } stop: {
                    store.close()
                },
                ServedPart {
                    hub.start()
                } stop: {
                    hub.stop()
                },
            ]
        }
        registrar.contribute(
            .endpoints, using: .feedStore, .eventHub, .clock, .configuration, .application
        ) { store, hub, clock, configuration, application in
            let settings = try FeedServerSettings(configuration, of: application)
            return FeedSite(
                store: store, hub: hub, now: { clock.now() },
                processingTime: settings.processingTime, tokenLife: settings.tokenLife,
                quota: RequestQuota(settings.requestLimit, seconds: 300),
                uploads: RequestQuota(30, seconds: 1_800)
            ).endpoints
        }
    }
}

extension AnyPort {
    /// The database; it is open while the server runs.
    static let feedStore = Port<FeedStore>("feedStore", providers: ["FeedServer"])
    /// Tells those who listen what happens.
    static let eventHub = Port<EventHub>("eventHub", providers: ["FeedServer"])
}

@section("tenon_plugins") @used
let feedServerPluginRecord: PluginRecord = (1, 0, { $0.store(FeedServerPlugin.self) })
