import FeedAccess
import FeedStore
package import TenonCore
import TenonUI

/// Accounts, what is still to be sent, and the way out.
package enum MenuPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.menu", version: "1.0.0",
        summary: "Accounts, what is still to be sent, and the way out")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices, .feedLibrary, .feedSessions)
        registrar.contribute(.scenes) { [try .menu(), try .room(), try .logout()] }
        registrar.contribute(.destinations, priority: -50) {
            [
                ApplicationDestination(
                    to: FeedRoute.menu, MenuText.title, help: .help, icon: .people,
                    in: .application, shortcut: "m")
            ]
        }
    }
}

@section("tenon_plugins") @used
let menuPluginRecord: PluginRecord = (1, 0, { $0.store(MenuPlugin.self) })
