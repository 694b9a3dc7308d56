package import TenonCore
package import TenonUI

/// A way from the screen of the settings to a screen of another feature.
package struct SettingsLink: Sendable {
    /// Where it leads.
    let location: Location
    /// The action as the screen shows it; its id is the end of the location.
    let action: @Sendable (Localizer) -> Action

    /// Makes a link; contribute it to ``AnyPort/settingsLinks``.
    package init<Key: LocalizedKey>(to route: Route<Void>, _ title: Key) {
        let location = route.location()
        self.location = location
        action = { Action(id: location.segments.last ?? "", title: $0(title)) }
    }
}

extension AnyPort {
    /// What the screen of the settings leads to.
    package static let settingsLinks = CollectionPort<SettingsLink>("settingsLinks")
}
