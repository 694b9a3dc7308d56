package import TenonCore
package import TenonUI

/// A way from the screen of the settings to a screen of another feature.
package struct SettingsLink: Sendable {
    /// Where it leads.
    package let location: Location
    /// The action as the screen shows it; its id is unique among all links.
    package let action: @Sendable (Localizer) -> Action

    /// Makes a link; contribute it to ``AnyPort/settingsLinks``.
    package init(to location: Location, action: @escaping @Sendable (Localizer) -> Action) {
        self.location = location
        self.action = action
    }
}

extension AnyPort {
    /// What the screen of the settings leads to.
    package static let settingsLinks = CollectionPort<SettingsLink>("settingsLinks")
}
