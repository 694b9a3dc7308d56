import FeedStore
package import TenonCore
import TenonNetworking
import TenonUI

/// Signs people in and out.
package enum AccessPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.access", version: "1.0.0", summary: "Signs people in and out")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.declare(TokenKeeper.filesOnly)
        registrar.provide(
            .feedSessions, using: .feedLibrary, .networker, .clock, .links, .configuration,
            .application, .secretKeepers
        ) { library, networker, clock, links, configuration, application, secretKeepers in
            let places = UserPlaces(of: application, in: configuration)
            return FeedSessions(
                service: SignInService(
                    library: library,
                    tokens: TokenKeeper(
                        files: TokenFile(folder: try places.dataFile("tokens")),
                        keepers: secretKeepers,
                        movesTokens: !configuration[TokenKeeper.filesOnly], clock: clock),
                    networker: networker, clock: clock, links: links))
        }
        registrar.provide(.latestTarget, .session) { LatestTarget() }
        registrar.contribute(.scenes, using: .feedSessions) { sessions in
            [try .signIn(sessions), try .addAccount(sessions), try .signInAgain(sessions)]
        }
        // Of each layer of a session its own: signing in adds one.
        registrar.contribute(.routePolicies, .session, priority: 100, using: .feedAccount) {
            [AccessPolicy(isSignedIn: $0 != nil)]
        }
        registrar.contribute(.coordinators, priority: 100) { [AccessCoordinator()] }
    }
}

@section("tenon_plugins") @used
let accessPluginRecord: PluginRecord = (1, 0, { $0.store(AccessPlugin.self) })
