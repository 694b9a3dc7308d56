import FeedStore
package import TenonCore
import TenonUI

/// Shows what the server tells the person.
package enum NotificationsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "feed.notifications", version: "1.0.0",
        summary: "Shows who follows the person, likes what they post, and answers")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) { [try .notifications()] }
        // Of each layer of a session its own: signing in adds one.
        registrar.provide(.unreadNotices, .session, using: .feedAccount) { UnreadNotices($0) }
        registrar.contribute(
            .destinations, .session, priority: 45, using: AnyPort.unreadNotices
        ) { unread in
            [
                ApplicationDestination(
                    to: FeedRoute.notifications, NotificationsText.title, help: .help, icon: .bell,
                    shortcut: "b", badge: { unread.badge($0) }, changes: { unread.changes() })
            ]
        }
    }
}

extension AnyPort {
    /// How many notifications the person has not read.
    static let unreadNotices = Port<UnreadNotices>(
        "unreadNotices", providers: ["FeedNotifications"])
}

@section("tenon_plugins") @used
let notificationsPluginRecord: PluginRecord = (1, 0, { $0.store(NotificationsPlugin.self) })
